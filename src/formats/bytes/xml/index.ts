/**
 * XML as a sequence of nodes with their places in the file: what every family builds on whose files are XML.
 *
 * - `readXml` reads a file, piece by piece: `for await (const { charset, nodes } of readXml(source))`. The nodes tile the file: each byte
 *   after the byte order mark belongs to exactly one node, so the `raw` of all nodes, joined, is the text of the file. The reader refuses
 *   what is not well-formed, what is nested too deep, and documents that define entities.
 * - `readPlainXml` gives the same of files as programs write them, and much sooner; of any other it says from where on `readXml` has to read.
 * - `textOfNode` gives what a text, a CDATA section or an attribute says; `attributesOf` the attributes of a tag, `localName` a name without
 *   its prefix; `elementsIn` the elements in a list of nodes, each with its content and the white space in front.
 * - `setAttribute` is the edit that changes or adds an attribute, `reword` one that keeps the blanks around, `removeAttribute` the one that takes it away. `writeText` writes a text between tags or in an attribute, in the manner
 *   of the text that it replaces; characters that the charset lacks become references.
 * - `codedOf` turns the nodes of a text with elements inside into a text with short tags (`<g1>…</g1>`, `<x2/>`) and the codes behind
 *   them; `writeCoded` writes a translation of it; `readLike` reads a translation with the tags of its source; `isTagsAlone` tells whether such a text says nothing.
 * - `grafted` gives the edits by which a file gains texts of another one of its kind and loses others: a family says with `holderOf` what of a
 *   file holds texts, how they are named, and how a text that is there gets another wording.
 */
export type { NodeCopying } from './copying.ts'
export { closeOf, elementsIn, type XmlElement } from './element.ts'
export { type Graftable, grafted } from './graft.ts'
export { holderOf, type PartOf, textsOf, type XmlFile, type XmlHolder, type XmlPart, xmlFileOf } from './holder.ts'
export { type CodedXml, codedOf, isTagsAlone, plainText, readLike, writeCoded } from './inline.ts'
export type { CodedOptions } from './items.ts'
export type { XmlNode, XmlPiece, XmlTag } from './node.ts'
export { KnownTags, plainXmlAtOnce, readPlainXml, UnusualXml } from './quick.ts'
export { readXml } from './reader.ts'
export { attributesOf, localName, openedTag, removeAttribute, reword, setAttribute } from './tag.ts'
export { type References, textOfNode, writeText } from './text.ts'
