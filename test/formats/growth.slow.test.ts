import { describe, expect, it } from 'vitest'
import { FormatError } from '../../src/formats/format.ts'
import { builtExtensions } from '../../src/formats/index.ts'
import { growsSlowly } from '../support/growth.ts'
import { PATHOLOGICAL } from '../support/pathological.ts'
import { third } from '../support/seed.ts'
import { built, bytesOf, opened, rewrite, unitsOf, unread, verify } from './files.ts'

/** In characters; four times as many are tried, too. */
const SIZE = 4000

/** What is read by a slow parser: shorter texts show its growth, and the time of all of them would be minutes. */
const SHORTER: Readonly<Record<string, number>> = { md: 2000, markdown: 2000, mdx: 2000, yaml: 2000, yml: 2000 }

/**
 * A small file of each kind, whose text gets the pathological translation. None of Markdown: that would take minutes. Its result is read
 * as all Markdown, and the signs around which writing looks are tried in markdown.test.ts.
 */
const FILES: Readonly<Record<string, string>> = {
  txt: 'Some text\n\nhere\n',
  csv: 'key,en\na,Some text\nb,"x y"\n',
  tsv: 'key\ten\na\tSome text\n',
  json: '{"a":"Some text"}',
  xlf: '<xliff version="1.2"><file><body><trans-unit id="a"><source>Some <g id="1">text</g></source></trans-unit></body></file></xliff>',
  ts: '<TS version="2.1"><context><name>A</name><message><source>Some text</source></message></context></TS>',
  tmx: '<tmx><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>Some <hi>text</hi></seg></tuv></tu></body></tmx>',
  tbx: '<tbx xml:lang="en"><termEntry><langSet xml:lang="en"><tig><term>Some text</term></tig></langSet></termEntry></tbx>',
  html: '<p>Some <b>text</b><img alt="a b"> here\n  and there</p>',
  xml: '<resources><string name="a">Some text</string></resources>',
  resx: '<root><data name="a"><value>Some text</value><comment>A note</comment></data></root>',
  yaml: 'a: Some text\nb: |\n  Some text\nc: >\n  Some text\n  here\n',
  srt: '1\n00:00:01,000 --> 00:00:02,000\nSome text\n',
  vtt: 'WEBVTT\n\n00:01.000 --> 00:02.000\nSome text\n',
  po: 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\nmsgid "Some text"\nmsgstr ""\n',
}

async function orRefused(work: Promise<unknown>): Promise<void> {
  await work.catch(error => {
    if (!(error instanceof FormatError)) throw error
  })
}

async function steepest(extension: string, work: (text: string) => Promise<unknown>): Promise<string[]> {
  const size = SHORTER[extension] ?? SIZE
  const steep: string[] = []
  // A text that some format reads slowly is told by regexes.slow.test.ts too; each is tried in every third format.
  for (const { name, text } of third(PATHOLOGICAL, builtExtensions.indexOf(extension))) {
    if (!(await growsSlowly(length => orRefused(work(text(length))), size))) steep.push(name)
  }
  return steep
}

/** One of each format: its other extensions are read by the same one. */
const ONE_OF_EACH = builtExtensions.filter(
  (extension, at) => builtExtensions.findIndex(other => built(other) === built(extension)) === at,
)

describe.each(ONE_OF_EACH)('%s', extension => {
  const format = built(extension)

  it('is read in time that follows its length, whatever is in it [LIM-5]', async () => {
    const remembers = extension === 'md' || extension === 'mdx'
    const read = (text: string) => unitsOf(format, opened(remembers ? unread(text) : text))
    expect(await steepest(extension, read)).toEqual([])
  })

  it.runIf(extension in FILES)(
    'is written and read again in time that follows the length of a translation [LIM-5, RES-2]',
    async () => {
      const original = opened(FILES[extension] ?? '')
      const target = { language: 'de' }
      const written = async (text: string) => {
        const result = opened(await bytesOf(rewrite(format, original, () => text, target)))
        return await verify(format, original, result, () => text, target)
      }
      expect(await steepest(extension, written)).toEqual([])
    },
  )
})
