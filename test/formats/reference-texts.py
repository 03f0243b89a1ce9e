"""The texts that other programs find in files, and files that they write, for the comparison with ours.

Reads lines of `{"reader": …, "file": …}` and prints for each, on a line of its own, the texts as a list, or `{"error": …}`. With
`--lacking` it prints instead which reader lacks what on this machine.
"""

import contextlib
import csv
import ctypes.util
import importlib.util
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from xml.etree import ElementTree


def charset_of(data):
    for mark, name in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            return name
    try:
        data.decode("utf-8")
        return "utf-8"
    except UnicodeDecodeError:
        return "cp1252"


def decoded(path):
    with open(path, "rb") as file:
        data = file.read()
    return data.decode(charset_of(data))


def strings_of(unit):
    """A message with plural forms has several strings."""
    source = unit.source
    return [str(text) for text in getattr(source, "strings", [source]) if text is not None]


def store_texts(store):
    return [
        text
        for unit in store.units
        if not (unit.isheader() or unit.isobsolete())
        for text in strings_of(unit)
    ]


def as_utf8(path, folder):
    """A catalogue in a charset that its header declares, as one in UTF-8 that says so: not all are known by their portable name."""
    with open(path, "rb") as file:
        data = file.read()
    said = re.search(rb"charset=([\w-]+)", data)
    if not said or said[1].upper() in (b"UTF-8", b"CHARSET"):
        return path
    made = os.path.join(folder, "made.po")
    with open(made, "wb") as file:
        file.write(data.decode(said[1].decode()).replace(said[0].decode(), "charset=UTF-8", 1).encode("utf-8"))
    return made


def by_gettext(path):
    """The library of gettext itself."""
    from translate.storage import cpo

    with tempfile.TemporaryDirectory() as folder:
        return store_texts(cpo.pofile.parsefile(as_utf8(path, folder)))


def by_pypo(path):
    from translate.storage import pypo

    with tempfile.TemporaryDirectory() as folder:
        return store_texts(pypo.pofile.parsefile(as_utf8(path, folder)))


def by_xliff(path):
    from translate.storage import xliff

    # What is between the codes; the codes themselves hold what stood in the original file.
    def plain(parts):
        return "".join(part if isinstance(part, str) else plain(part.sub) if part.has_content else "" for part in parts)

    store = xliff.xlifffile.parsefile(path)
    return ["".join(plain(element.sub) for element in unit.rich_source) for unit in store.units if unit.istranslatable()]


def by_xliff2(path):
    """The Toolkit reads no XLIFF 2: the texts of all segments that may be translated, as lxml finds them."""
    from lxml import etree

    return [
        "".join(segment.find("{*}source").itertext())
        for segment in etree.parse(path).iter("{*}segment")
        if segment.xpath("(ancestor::*/@translate)[last()]") != ["no"]
    ]


def strings_in(value):
    if isinstance(value, str):
        yield value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from strings_in(item)


def by_json(path):
    """Each string that is a value, by Python itself."""
    return list(strings_in(json.loads(decoded(path))))


def by_arb(path):
    from translate.storage import jsonl10n

    return store_texts(jsonl10n.ARBJsonFile.parsefile(path))


def by_csv(path):
    """Each cell, by Python itself."""
    text = decoded(path)
    said = re.match(r"sep=(.)\r?\n", text)
    text = text[said.end() :] if said else text
    delimiter = said.group(1) if said else csv.Sniffer().sniff(text.splitlines()[0], ",;\t").delimiter
    manner = {"escapechar": "\\", "doublequote": False} if '\\"' in text else {}
    return [cell for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, **manner) for cell in row]


def by_yaml(path):
    from ruamel.yaml import YAML
    from translate.storage import yaml

    text = decoded(path)
    root = YAML().load(text)
    # A file of Rails has its language as the one key at its root.
    is_ruby = isinstance(root, dict) and len(root) == 1 and re.fullmatch(r"[a-z]{2,3}([-_]\w+)*", str(list(root)[0]))
    store = yaml.RubyYAMLFile() if is_ruby else yaml.YAMLFile()
    store.parse(text.encode("utf-8"))
    return store_texts(store)


def by_ruamel(path):
    """Each string that is a value, in all documents of a file."""
    from ruamel.yaml import YAML

    return [text for document in YAML(typ="safe").load_all(decoded(path)) for text in strings_in(document)]


def by_android(path):
    from translate.storage import aresource

    store = aresource.AndroidResourceFile.parsefile(path)
    texts = [text for unit in store.units if unit.istranslatable() for text in strings_of(unit)]
    # What is marked as not for translation is a code.
    return [re.sub(r"<xliff:g\b[^>]*>.*?</xliff:g>", "", text) for text in texts]


def attributes_in(texts, names):
    found = re.compile(r"\s(?:%s)=\"([^\"]*)\"" % "|".join(name for name in names if name != "lang"))
    return [value for text in texts for tag in re.findall(r"<[^<>]*>", text) for value in found.findall(tag)]


MORE_ELEMENTS = ["body", "button", "center", "form", "label", "legend", "summary", "textarea"]
MORE_ATTRIBUTES = ["aria-label", "label", "placeholder"]


def by_html(path):
    """
    The Toolkit reads no page whose tags do not match: lxml makes them match, as browsers do. It is told to look into all that
    may hold text for readers, and the attributes of tags inside a text, which it leaves in their tags, are texts of their own.
    """
    import lxml.html
    from translate.storage import html

    source = re.sub(r"<%.*?%>|<\?.*?\?>", " ", decoded(path), flags=re.DOTALL)
    page = lxml.html.document_fromstring(source.encode("utf-8"), lxml.html.HTMLParser(encoding="utf-8"))
    lxml.etree.strip_elements(page, "script", "style", with_tail=False)
    store = html.htmlfile()
    store.do_encoding = lambda source: source
    store.TRANSLATABLE_ELEMENTS = store.TRANSLATABLE_ELEMENTS + MORE_ELEMENTS
    store.TRANSLATABLE_ATTRIBUTES = store.TRANSLATABLE_ATTRIBUTES + MORE_ATTRIBUTES
    store.parse(lxml.html.tostring(page, method="xml", encoding="unicode"))
    texts = store_texts(store)
    return texts + attributes_in(texts, store.TRANSLATABLE_ATTRIBUTES)


def by_okapi(path):
    """What Okapi itself once made of a file, without the codes in its texts."""
    folder, name = os.path.split(path)
    made = ElementTree.parse(os.path.join(folder, "..", "golden-okapi-xliff", name + ".xliff"))

    def shown(element):
        inside = "" if re.search(r"\}(bpt|ept|ph|it)$", element.tag) else (element.text or "") + "".join(map(after, element))
        return inside

    def after(element):
        return shown(element) + (element.tail or "")

    return [shown(source) for source in made.iter("{urn:oasis:names:tc:xliff:document:1.2}source")]


def by_aeidon(path):
    from translate.storage import subtitles

    # It would guess the charset from the letters.
    with open(path, "rb") as file:
        charset = charset_of(file.read())
    subtitles.detect = lambda _: charset.replace("-", "_")
    return store_texts(subtitles.SubtitleFile.parsefile(path))


def by_txt(path):
    from translate.storage import txt

    store = txt.TxtFile()
    store.parse(decoded(path).encode("utf-8"))
    return store_texts(store)


def by_markdown_it(path):
    """What stands between codes in a paragraph, a heading, an item, a cell, and HTML as it is."""
    from markdown_it import MarkdownIt
    from mdit_py_plugins.footnote import footnote_plugin

    reader = MarkdownIt("commonmark").enable(["table", "strikethrough"]).use(footnote_plugin)

    def shown(token):
        if token.type == "html_inline":
            return " "
        if token.type == "image":
            return " ".join([*map(shown, token.children or []), str(token.attrs.get("title", ""))])
        return token.content if token.type == "text" else " " + str(token.attrs.get("title", "")) + " "

    # It knows no front matter, and would take it for a heading.
    text = re.sub(r"^---\r?\n[\w-]+:.*?^(---|\.\.\.)\r?\n", "", decoded(path), count=1, flags=re.DOTALL | re.MULTILINE)
    blocks = reader.parse(text)
    pages = [block.content for block in blocks if block.type == "html_block" and not block.content.startswith("<!--")]
    tags = [token.content for block in blocks for token in block.children or [] if token.type == "html_inline"]
    texts = ["".join(map(shown, block.children)) for block in blocks if block.type == "inline"]
    return texts + pages + attributes_in(pages + tags, ["alt", "title"])


def by_etree(path):
    """All that a document says, in whatever element, by Python itself."""
    return [text for text in ElementTree.parse(path).getroot().itertext() if text.strip()]


def by_itstool(path):
    """ITS, with the rules of its own for DocBook, XHTML and others."""
    from translate.storage import pypo

    with tempfile.TemporaryDirectory() as folder:
        made = os.path.join(folder, "made.pot")
        subprocess.run(["itstool", "-o", made, path], check=True, capture_output=True)
        return store_texts(pypo.pofile.parsefile(made))


def pairs_in(store):
    """The source and the translation of each message that has both, one after the other."""
    units = [unit for unit in store.units if unit.istranslatable() and unit.target and not unit.hasplural()]
    return [str(text) for unit in units for text in (unit.source, unit.target)]


def pairs_of_po(path):
    from translate.storage import pypo

    return pairs_in(pypo.pofile.parsefile(path))


def pairs_of_tmx(path):
    from translate.storage import tmx

    store = tmx.tmxfile.parsefile(path)
    return [text for unit in store.units for text in (unit.source, unit.target)]


def po_as_tmx(path):
    """The file that the Toolkit makes of a German catalogue."""
    from translate.storage import tmx

    texts = pairs_of_po(path)
    store = tmx.tmxfile()
    for source, target in zip(texts[::2], texts[1::2]):
        store.addtranslation(source, "en", target, "de")
    return [bytes(store).decode("utf-8")]


def po_as_tbx(path):
    from translate.storage import tbx

    texts = pairs_of_po(path)
    store = tbx.tbxfile(sourcelanguage="en")
    for source, target in zip(texts[::2], texts[1::2]):
        store.addsourceunit(source).settarget(target, "de")
    return [bytes(store).decode("utf-8")]


def by_tomllib(path):
    import tomllib

    with open(path, "rb") as file:
        return list(strings_in(tomllib.load(file)))


def by_plistlib(path):
    """The form for most numbers of each variable of a .stringsdict."""
    import plistlib

    with open(path, "rb") as file:
        return [message["n"]["other"] for message in plistlib.load(file).values()]


def by_element(tag):
    def by_it(path):
        return [element.text or "" for element in ElementTree.parse(path).getroot().iter(tag)]

    return by_it


def by_configparser(path):
    import configparser

    reader = configparser.RawConfigParser()
    reader.read_string(decoded(path))
    return [text for section in reader.sections() for text in reader[section].values()]


def by_program(*words):
    """What a program prints of a file: a list in JSON."""

    def by_it(path):
        return json.loads(subprocess.run([*words, path], check=True, capture_output=True).stdout)

    return by_it


PHP = "echo json_encode(array_values(include $argv[1]), JSON_THROW_ON_ERROR);"
# As Joomla reads its files.
JOOMLA = r"""
$raw = str_replace('"_QQ_"', '\"', file_get_contents($argv[1]));
$texts = array_values(parse_ini_string($raw, false, INI_SCANNER_RAW));
echo json_encode(str_replace('\"', '"', $texts), JSON_THROW_ON_ERROR);
"""
NODE = "import(process.argv[1]).then(it => console.log(JSON.stringify(Object.values(it.default))))"
JAVA = r"""
class Texts {
  public static void main(String[] files) throws Exception {
    var read = new java.util.Properties();
    read.load(new java.io.FileReader(files[0], java.nio.charset.StandardCharsets.UTF_8));
    var said = new java.util.ArrayList<String>();
    for (var at = 0; at < read.size(); at += 1) {
      var units = read.getProperty("key" + at).chars().mapToObj(unit -> String.format("\\u%04x", unit));
      said.add("\"" + units.collect(java.util.stream.Collectors.joining()) + "\"");
    }
    System.out.println(said);
  }
}
"""


def by_java(path):
    with tempfile.TemporaryDirectory() as folder:
        program = os.path.join(folder, "Texts.java")
        with open(program, "w") as file:
            file.write(JAVA)
        return by_program("java", program)(path)


TOOLKIT = "translate.storage"
# By name: the reader, and the modules, programs and libraries that it needs.
READERS = {
    "gettext": (by_gettext, [TOOLKIT, "gettextpo"]),
    "pypo": (by_pypo, [TOOLKIT]),
    "xliff": (by_xliff, [TOOLKIT]),
    "xliff2": (by_xliff2, ["lxml"]),
    "json": (by_json, []),
    "arb": (by_arb, [TOOLKIT]),
    "csv": (by_csv, []),
    "yaml": (by_yaml, [TOOLKIT, "ruamel.yaml"]),
    "ruamel": (by_ruamel, ["ruamel.yaml"]),
    "android": (by_android, [TOOLKIT]),
    "html": (by_html, [TOOLKIT, "lxml"]),
    "okapi": (by_okapi, []),
    "aeidon": (by_aeidon, [TOOLKIT, "aeidon"]),
    "txt": (by_txt, [TOOLKIT]),
    "markdown-it": (by_markdown_it, ["markdown_it", "mdit_py_plugins"]),
    "etree": (by_etree, []),
    "itstool": (by_itstool, [TOOLKIT, "itstool"]),
    "pairs of PO": (pairs_of_po, [TOOLKIT]),
    "pairs of TMX": (pairs_of_tmx, [TOOLKIT]),
    "PO as TMX": (po_as_tmx, [TOOLKIT]),
    "PO as TBX": (po_as_tbx, [TOOLKIT]),
    "tomllib": (by_tomllib, ["tomllib"]),
    "plistlib": (by_plistlib, []),
    "<value>": (by_element("value"), []),
    "<translation>": (by_element("translation"), []),
    "configparser": (by_configparser, []),
    "Joomla": (by_program("php", "-r", JOOMLA), ["php"]),
    "PHP": (by_program("php", "-r", PHP), ["php"]),
    "Node": (by_program("node", "-e", NODE), ["node"]),
    "Java": (by_java, ["java"]),
}


def is_there(need):
    try:
        module = importlib.util.find_spec(need)
    except ModuleNotFoundError:
        module = None
    return module or shutil.which(need) or ctypes.util.find_library(need)


def lacking():
    return {name: [need for need in needs if not is_there(need)] for name, (_, needs) in READERS.items()}


def answer(reader, path):
    # Some of these programs print what they think.
    with contextlib.redirect_stdout(sys.stderr):
        try:
            return READERS[reader][0](path)
        except Exception as error:
            return {"error": f"{type(error).__name__}: {error}"[:300]}


if __name__ == "__main__":
    if "--lacking" in sys.argv:
        print(json.dumps(lacking()))
        sys.exit()
    for line in sys.stdin:
        asked = json.loads(line)
        print(json.dumps(answer(asked["reader"], asked["file"])), flush=True)
