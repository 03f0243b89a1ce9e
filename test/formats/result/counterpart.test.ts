import { describe, expect, it } from 'vitest'
import { isCounterpart, loadFormat } from '../../../src/formats/index.ts'

const open = (text: string) =>
  async function* () {
    yield Buffer.from(text)
  }

async function alike(name: string, there: string, ...others: readonly string[]): Promise<boolean> {
  const format = await loadFormat(name)
  if (format === undefined) throw new Error(`no format reads ${name}`)
  return isCounterpart(format, open(there), others.map(open), async () => undefined).catch(() => false)
}

describe('another translation of a source', () => {
  const SOURCE = '{"menu":{"open":"Open it","close":"Close it"},"bye":"See you"}'

  it('has most of its keys, whatever its texts are', async () => {
    expect(await alike('de.json', '{"menu":{"open":"Öffnen","close":"Zu"},"bye":"Tschüss"}', SOURCE)).toBe(true)
    expect(await alike('de.json', '{"menu":{"open":"Öffnen","close":"Zu"},"old":"Alt"}', SOURCE)).toBe(true)
  })

  it('is not a file with other keys, nor one with half of them', async () => {
    const manifest = '{"name":"shop","version":"1.0.0","scripts":{"test":"vitest run"}}'
    for (const other of [manifest, '{"menu":{"open":"Öffnen"},"old":"Alt"}', '{}', '', 'no JSON', '[1]'])
      expect(await alike('x.json', other, SOURCE), other).toBe(false)
  })

  it('has most of its msgids', async () => {
    const entry = (id: string, text = '') => `msgid "${id}"\nmsgstr "${text}"\n\n`
    const source = entry('Save file') + entry('Close it')
    expect(await alike('de.po', entry('Save file', 'Speichern') + entry('Close it', 'Zu'), source)).toBe(true)
    expect(await alike('de.po', entry('Another'), source)).toBe(false)
    expect(await alike('de.po', 'msgid ""\nmsgstr "Language: de\\n"\n', source)).toBe(false)
  })

  it('has most of the headings of its source, or of the result that shall replace it', async () => {
    const [english, german] = ['# Guide\n\nText.\n\n## Install\n', '# Handbuch\n\nText.\n\n## Einrichten\n']
    expect(await alike('guide.de.md', '# Handbuch\n\nAlt.\n\n## Einrichten\n', english, german)).toBe(true)
    expect(await alike('guide.de.md', '# Handbuch\n\nAlt.\n\n## Einrichten\n', english)).toBe(false)
    expect(await alike('AGENTS.md', '# Rules\n\nNever push.\n', english, german)).toBe(false)
  })

  it('has the columns of its source', async () => {
    expect(await alike('a.csv', 'id,text\n1,Öffnen\n', 'id,text\n1,Open it\n')).toBe(true)
    expect(await alike('a.csv', 'user,password\nme,secret word\n', 'id,text\n1,Open it\n')).toBe(false)
  })

  it('is not a file whose texts have the keys of the source, but most of whose other values have none there', async () => {
    const settings = '{"bye":"now","debug":true,"port":8080,"retries":[1,2],"proxy":null}'
    expect(await alike('x.json', settings, SOURCE)).toBe(false)
    const more = SOURCE.replace('}', ',"width":80}')
    expect(await alike('de.json', more.replace('Open', 'Öffnen'), SOURCE)).toBe(true)
  })

  it('is not another table with the same columns, also where that is short', async () => {
    const [products, people] = [
      'id,name,site\n1,Good tea,a.org\n2,Black tea,b.org\n',
      'id,name,site\n7,Ada,x.org\n8,Eve,y.org\n',
    ]
    expect(await alike('people.csv', people, products)).toBe(false)
    expect(await alike('one.csv', 'id,name,site\n7,Ada Lovelace,x.org\n', products)).toBe(false)
    expect(await alike('tee.csv', 'id,name,site\n2,Schwarztee,b.org\n1,Guter Tee,a.org\n', products)).toBe(true)
    expect(await alike('de.csv', 'title,body\nHallo,Da\n', 'title,body\nHello,Here you are\n')).toBe(true)
  })

  it.each([
    ['x.json', `${'['.repeat(400)}${'1,'.repeat(20_000)}1${']'.repeat(400)}`],
    ['x.csv', `id,text\n${'1,Hello there\n'.repeat(20_000)}`],
    ['x.po', Array.from({ length: 2000 }, (_, at) => `msgid "a ${at}"\nmsgstr ""\n\n`).join('')],
  ])('is looked for with pauses, which may end it: a %s can be as large as its author wants', async (name, text) => {
    const format = await loadFormat(name)
    if (format === undefined) throw new Error(`no format reads ${name}`)
    let pauses = 0
    const pause = async () => {
      pauses += 1
      if (pauses === 3) throw new Error('enough')
    }
    await expect(isCounterpart(format, open(text), [open(text)], pause)).rejects.toThrow('enough')
    expect(pauses).toBe(3)
  })

  it('is never a text of plain paragraphs, which has nothing to know it by', async () => {
    expect(await alike('a.txt', 'Hello there.\n', 'Hello there.\n')).toBe(false)
  })
})
