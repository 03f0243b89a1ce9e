import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import fc from 'fast-check'
import { expect } from 'vitest'
import { type McpWorld, madeIn } from '../../support/mcp.ts'
import { expectSameOutside } from '../../support/ranges.ts'
import { roundIn, translateAll } from '../../support/translator.ts'

/** A small file of each format, with much that is not text. */
export const FILES: Readonly<Record<string, string>> = {
  'a.json': '{\n  "a": "Open {name} now",\n  "b": ["Close it", "x_y"],\n  "c": { "d": "Say \\"yes\\"\\n now" }\n}\n',
  'a.csv': 'id,text,note\n1,Open the door,"say ""hi"""\n2,"Close it, now",\n3,100,=A1\n',
  'a.txt': 'Open the door.\n\n  Close it now.\nAnd wait.\n\n* * *\n',
  'a.md':
    '# Open\n\nRead **the [guide](a.md "A title")** now.\n\n- one `code` item\n- two\n\n| a | b |\n|---|---|\n| Cell | More |\n',
  'a.po':
    'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Language: de\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n' +
    '#, c-format\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n\nmsgid "Save <b>all</b>"\nmsgstr ""\n',
}

const bits = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.constantFrom(
    ...['⏎', '‹U+202E›', '‹U+000A›', '\n', '\r', '\0', '\ud800', '"', "'", '\\', ',', '|', '`', '\n\n', '\n# ', '---'],
    ...['<g1>', '</g1>', '<x2/>', '{name}', '%d', '**', '[', '](', '<b>', '=1+1', '@', '\t', 'msgid "', '\u2028'],
    ...['Tür', 'auf', ' ', 'Öffnen', '日本'],
  ),
)
const answers = fc.array(
  fc.tuple(
    fc.oneof(fc.integer({ min: 0, max: 9 }).map(String), fc.string({ maxLength: 3 })),
    fc.array(bits, { maxLength: 8 }),
  ),
  { maxLength: 12 },
)

export interface Case {
  readonly name: string
  readonly content: string
  readonly runs: number
  /** Lets rounds that are held become free. */
  readonly later: () => void
}

/** Hands in answers that no translator would give, and holds the result against its source. */
export async function expectOnlyTextChanges(world: McpWorld, { name, content, runs, later }: Case): Promise<void> {
  const host = await world.open()
  const file_path = world.file(`any/${name}`, content)
  const property = fc.asyncProperty(fc.array(answers, { minLength: 1, maxLength: 3 }), async rounds => {
    const made = await host.call('create_batch', { file_path, target_languages: ['de'], make_new: true })
    const { approval, id } = madeIn(made)
    for (const lines of rounds) {
      const translations = lines.map(([number, text]) => `${number} ${text.join('')}`)
      roundIn(await host.call('translate_segments', { ...approval, translations }))
    }
    later()
    const texts = rounds.flat().map(([, text]) => text.join(''))
    let turn = 0
    await translateAll(host, approval, line => {
      turn += 1
      return `${line.split(' ')[0]} ${texts[turn % (texts.length || 1)] || '<g9>'}`
    })
    const out = join(dirname(file_path), `out-${basename(file_path)}`)
    const saved = await host.call('get_result', { batch_id: id, overwrite: true, save_to: out })
    expect(saved.failed, saved.text).toBe(false)
    await expectSameOutside(name, Buffer.from(content), readFileSync(out), 'de')
  })
  await fc.assert(property, { numRuns: runs })
}
