"""What holds for the sources of the package."""

import ast
import os
import subprocess
import sys
import unittest

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")


class Package(unittest.TestCase):
    def test_it_is_python_3_9(self):
        for path in sources("pin_publishing") + sources("examples") + sources("build_backend"):
            with open(path, encoding="utf-8") as file:
                ast.parse(file.read(), path, feature_version=(3, 9))

    def test_it_needs_the_standard_library_alone(self):
        own = {"pin_publishing"} | {name[:-3] for name in os.listdir(os.path.join(FOLDER, "pin_publishing"))}
        for path in sources("pin_publishing"):
            with open(path, encoding="utf-8") as file:
                for node in ast.walk(ast.parse(file.read())):
                    if isinstance(node, ast.ImportFrom) and node.level == 0:
                        self.assertIn(node.module.split(".")[0], KNOWN, path)
                    elif isinstance(node, ast.Import):
                        for each in node.names:
                            self.assertIn(each.name.split(".")[0], KNOWN | own, path)

    def test_loading_it_loads_no_httpx(self):
        code = "import sys, pin_publishing; sys.exit('httpx' in sys.modules)"
        self.assertEqual(subprocess.run([sys.executable, "-c", code], check=False).returncode, 0)


def sources(folder):
    path = os.path.join(FOLDER, folder)
    return [os.path.join(path, name) for name in sorted(os.listdir(path)) if name.endswith(".py")]


# typing_extensions is named for checkers alone, within `if TYPE_CHECKING`.
LIBRARY = os.path.dirname(os.__file__)
FILES = os.listdir(LIBRARY) + os.listdir(os.path.join(LIBRARY, "lib-dynload"))
KNOWN = {name.split(".")[0] for name in FILES} | set(sys.builtin_module_names) | {"typing_extensions"}

if __name__ == "__main__":
    unittest.main()
