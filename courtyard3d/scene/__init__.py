"""The scene graph: meshes from recipes, people with poses, and where all of it is in a state."""

from courtyard3d.scene.build import build_scene
from courtyard3d.scene.graph import Item, Node, Scene
from courtyard3d.scene.mesh import Mesh
from courtyard3d.scene.state import FigureState, State, ThingState

__all__ = ["FigureState", "Item", "Mesh", "Node", "Scene", "State", "ThingState", "build_scene"]
