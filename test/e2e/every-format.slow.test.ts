import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { FILE_KINDS } from '../../src/contract/formats.ts'
import { builtExtensions } from '../../src/formats/index.ts'
import { makePlace } from '../support/program.ts'
import { Report, read, translate, YES } from './shop.ts'

const TEXT = 'Good morning to all'
const html = `<html><body><p>${TEXT}</p></body></html>`
const qt = `<!DOCTYPE TS><TS version="2.1"><context><name>A</name><message><source>${TEXT}</source><translation type="unfinished"></translation></message></context></TS>`
const xliff = `<xliff version="1.2"><file source-language="en" original="a" datatype="plaintext"><body><trans-unit id="a"><source>${TEXT}</source></trans-unit></body></file></xliff>`
const resx = `<root><data name="a"><value>${TEXT}</value></data></root>`
const po = `msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "${TEXT}"\nmsgstr ""\n`
const tmx = `<tmx version="1.4"><header srclang="en"/><body><tu tuid="a"><tuv xml:lang="en"><seg>${TEXT}</seg></tuv></tu></body></tmx>`
const tbx = `<tbx type="TBX-Basic" xml:lang="en"><text><body><conceptEntry id="a"><langSec xml:lang="en"><termSec><term>${TEXT}</term></termSec></langSec></conceptEntry></body></text></tbx>`
const plist = `<plist version="1.0"><dict><key>a</key><dict><key>NSStringLocalizedFormatKey</key><string>%#@n@</string><key>n</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string><key>NSStringFormatValueTypeKey</key><string>d</string><key>other</key><string>${TEXT}</string></dict></dict></dict></plist>`
const json = `{"a": "${TEXT}"}\n`
const module = `export default { a: '${TEXT}' }\n`
const prose = `${TEXT}\n`
const dita = `<topic id="a"><title>A title here</title><body><p>${TEXT}</p></body></topic>`
const book = `<article><title>A title here</title><para>${TEXT}</para></article>`
const map = `<map><title>${TEXT}</title></map>`

/** A file of each extension that is no package, with one text. */
const FILES: Readonly<Record<string, string>> = {
  ...{ txt: prose, md: prose, markdown: prose, mdx: prose, rst: prose, adoc: prose, asciidoc: prose, asc: prose },
  ...{ csv: `key,text\na,${TEXT}\n`, tsv: `key\ttext\na\t${TEXT}\n` },
  ...{ json, jsonc: json, arb: json, yaml: `a: ${TEXT}\n`, yml: `a: ${TEXT}\n`, toml: `a = "${TEXT}"\n` },
  ...{
    po,
    pot: po,
    xlf: xliff,
    xliff,
    html,
    htm: html,
    xml: `<resources><string name="a">${TEXT}</string></resources>`,
  },
  ...{ dita, ditamap: map, dbk: book, docbook: book },
  ...{ srt: `1\n00:00:01,000 --> 00:00:02,000\n${TEXT}\n`, vtt: `WEBVTT\n\n00:01.000 --> 00:02.000\n${TEXT}\n` },
  ...{ properties: `a=${TEXT}\n`, messages: `a = ${TEXT}\n`, ini: `A="${TEXT}"\n`, strings: `"a" = "${TEXT}";\n` },
  ...{ stringsdict: plist, xcstrings: `{"sourceLanguage": "en", "strings": {"${TEXT}": {}}, "version": "1.0"}\n` },
  ...{ ftl: `a = ${TEXT}\n`, resx, resw: resx, ts: qt, tmx, tbx, php: `<?php\nreturn ['a' => '${TEXT}'];\n` },
  ...{ js: module, mjs: module, cjs: `module.exports = { a: '${TEXT}' }\n`, mts: module, cts: module },
}
/** Every letter but a's, as the pseudo engine writes them, in ASCII or not. */
const PSEUDO = /⟦de |\\u27[eE]6de |\\u\{?27e6|&#x27e6;|&#10214;/

it('a file of every extension goes the whole way, from the disk through the service and back', async () => {
  const kinds = Object.values(FILE_KINDS).filter(({ binary }) => !binary)
  const extensions = kinds.flatMap(kind => Object.keys(kind.extensions)).filter(each => builtExtensions.includes(each))
  expect(Object.keys(FILES).sort()).toEqual(extensions.sort())
  const place = makePlace()
  const names = Object.entries(FILES).map(([extension, text]) => {
    writeFileSync(join(place.work, `${extension}-file.${extension}`), text)
    return `${extension}-file.${extension}`
  })
  const args = ['--to', 'de', '--out', 'out/{name}.{ext}', ...YES, '--json']
  const { stdout } = await translate(place, ...names, ...args)
  const { files } = Report.parse(JSON.parse(stdout))
  expect(files.filter(({ error }) => error !== null)).toEqual([])
  const plain = names.filter(name => !PSEUDO.test(read(place, 'out', name)))
  expect(plain).toEqual([])
})
