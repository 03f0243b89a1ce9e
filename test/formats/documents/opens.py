"""Opens documents with the libraries of Python: for each line of input, a module and a file in JSON, prints null or the error."""

import importlib
import json
import sys

OPENERS = {"docx": "Document", "pptx": "Presentation", "openpyxl": "load_workbook"}

for line in sys.stdin:
    asked = json.loads(line)
    try:
        getattr(importlib.import_module(asked["module"]), OPENERS[asked["module"]])(asked["file"])
        print("null")
    except Exception as error:
        print(json.dumps(f"{type(error).__name__}: {error}"))
