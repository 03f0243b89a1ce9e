# Opens documents of InDesign in Scribus, and writes what their frames say as JSON: what to open comes as JSON, too.
import json
import os

import scribus

with open(os.environ['TO_OPEN']) as given:
    to_open = json.load(given)
found = {}
for name, path in to_open.items():
    try:
        scribus.openDoc(path)
        texts = {}
        for page in range(1, scribus.pageCount() + 1):
            scribus.gotoPage(page)
            for item, kind, _ in scribus.getPageItems():
                if kind == 4:
                    texts[item] = scribus.getAllText(item)
        found[name] = {'pages': scribus.pageCount(), 'texts': texts}
        scribus.closeDoc()
    except Exception as error:
        found[name] = {'error': str(error)}
    with open(os.environ['FOUND'], 'w') as said:
        json.dump(found, said)
scribus.fileQuit()
