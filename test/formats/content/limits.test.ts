import { describe, expect, it } from 'vitest'
import { limitSaid } from '../../../src/formats/content/limits.ts'
import { loadFormat } from '../../../src/formats/index.ts'

/** The limit of each text that is translated. */
async function limitsIn(name: string, content: string, language = 'de') {
  const open = async function* () {
    yield Buffer.from(content)
  }
  const found: [string, number | undefined][] = []
  for await (const unit of (await loadFormat(name))?.scan(open(), { target: { language } }) ?? []) {
    if (unit.left_out === undefined) found.push([unit.text, unit.max_length])
  }
  return found
}

describe('how long a translation may be', () => {
  it.each([
    ['max-length:40', 40],
    ['Max length: 40', 40],
    ['MAX_LENGTH=40', 40],
    ['maximum length: 12 characters.', 12],
    ['Character limit: 8', 8],
    ['max chars: 8', 8],
    ['max-length: 0', undefined],
    ['The max length: 40', undefined],
    ['max-length: 40 or so', undefined],
    ['Length: 40', undefined],
    ['c-format', undefined],
  ])('is said by a remark that says nothing else: %s', (remark, limit) => {
    expect(limitSaid(['Shown on a button.', remark])).toBe(limit)
  })

  it('is said by a comment or a flag of a message, for all its plural forms', async () => {
    const content = `msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n
#. A button.\n#. Max length: 12\nmsgid "Save now"\nmsgstr ""\n
#, c-format, max-length:20\nmsgid "%d old file"\nmsgid_plural "%d old files"\nmsgstr[0] ""\nmsgstr[1] ""\n
#. The max length: 12 of all\nmsgid "Open now"\nmsgstr ""\n`
    expect(await limitsIn('app.po', content)).toEqual([
      ['Save now', 12],
      ['%d old file', 20],
      ['%d old files', 20],
      ['Open now', undefined],
    ])
  })

  it('is said by a column beside texts and their translations, and is no text itself', async () => {
    const rows = ['key,en,de,max_length', 'save,Save now,,12', 'open,Open it now,,', 'quit,Leave it now,,many']
    expect(await limitsIn('app.csv', rows.join('\n'))).toEqual([
      ['Save now', 12],
      ['Open it now', undefined],
      ['Leave it now', undefined],
    ])
  })

  it('is nothing that a table of data has', async () => {
    const rows = ['name,max_length', 'A blue rope,12', 'A red rope,14']
    expect((await limitsIn('ropes.csv', rows.join('\n'))).every(([, limit]) => limit === undefined)).toBe(true)
  })
})
