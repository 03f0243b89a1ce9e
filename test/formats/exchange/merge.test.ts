import { describe, expect, it } from 'vitest'
import { tbx, tmx } from '../../../src/formats/exchange/exchange.ts'
import { fc, opened, unitsOf } from '../files.ts'
import { hasWhatIsTaken, keepsTheLaws, merged } from '../merging.ts'

const file = (...units: readonly string[]) =>
  `<?xml version="1.0"?>\n<tmx version="1.4">\n  <header srclang="en" datatype="plaintext"/>\n  <body>\n${units.join('')}  </body>\n</tmx>\n`
const tuv = (language: string, text: string, said = '') =>
  `      <tuv xml:lang="${language}"${said}><seg>${text}</seg></tuv>\n`
const unit = (id: string, ...languages: readonly string[]) =>
  `    <tu${id === '' ? '' : ` tuid="${id}"`}>\n      <note>Of ${id}</note>\n${languages.join('')}    </tu>\n`

const OPEN = unit('open', tuv('en', 'Open it'), tuv('fr', 'Ouvrir'))
const SHUT = unit('shut', tuv('en', 'Shut it'), tuv('fr', 'Fermer'))
const LEAVE = unit('', tuv('en', 'Leave it'))
const source = file(OPEN, SHUT, LEAVE)
const withGerman = (text: string, german: string, said = '') =>
  text.replace('    </tu>', () => `${tuv('de', german, said)}    </tu>`)

describe('a translation memory that is there', () => {
  it('gains units with all that they have, each in its place, and keeps the others', async () => {
    const texts = { 'tmx:open': 'Öffnen', 'tmx:Leave it': 'Lass es' }
    const there = file(withGerman(SHUT, 'Zu', ' changedate="20200101T000000Z"'))
    expect(await merged(tmx, there, { source, texts })).toBe(
      file(
        withGerman(OPEN, 'Öffnen'),
        withGerman(SHUT, 'Zu', ' changedate="20200101T000000Z"'),
        withGerman(LEAVE, 'Lass es'),
      ),
    )
  })

  it('gets what was translated into its units, and loses nothing that these say', async () => {
    const there = file(
      unit(
        'open',
        tuv('en', 'Open', ' creationid="ann"'),
        tuv('fr', 'Ouvre-le !'),
        tuv('de', 'Auf', ' creationid="bob"'),
      ),
      SHUT,
      LEAVE,
    )
    expect(await merged(tmx, there, { source, texts: { 'tmx:open': 'Öffne &amp; es', 'tmx:shut': 'Schließen' } })).toBe(
      file(
        unit(
          'open',
          tuv('en', 'Open it', ' creationid="ann"'),
          tuv('fr', 'Ouvre-le !'),
          tuv('de', 'Öffne &amp;amp; es', ' creationid="bob"'),
        ),
        withGerman(SHUT, 'Schließen'),
        LEAVE,
      ),
    )
  })

  it.each([
    ['<tuv xml:lang="DE-DE"><seg/></tuv>', '<tuv xml:lang="DE-DE"><seg>Öffnen</seg></tuv>'],
    ['<tuv lang="de"><seg></seg></tuv>', '<tuv lang="de"><seg>Öffnen</seg></tuv>'],
    ['<tuv xml:lang="de"/>', '<tuv xml:lang="de"><seg>Öffnen</seg></tuv>'],
    [
      '<tuv xml:lang="x-none-of-all"><seg>?</seg></tuv>',
      '<tuv xml:lang="de"><seg>Öffnen</seg></tuv>\n      <tuv xml:lang="x-none-of-all"><seg>?</seg></tuv>',
    ],
  ])('has %j in a unit filled', async (before, after) => {
    const own = (german: string) => file(unit('open', tuv('en', 'Open it'), `      ${german}\n`))
    const plain = file(unit('open', tuv('en', 'Open it')))
    expect(await merged(tmx, own(before), { source: plain, texts: { 'tmx:open': 'Öffnen' } })).toBe(own(after))
  })

  it('loses units by what they are called, and its last one too', async () => {
    const there = file(withGerman(OPEN, 'Auf'), SHUT, withGerman(LEAVE, 'Lass es'))
    expect(await merged(tmx, there, { source, remove: ['tmx:open', 'tmx:Leave it'] })).toBe(file(SHUT))
    expect(await merged(tmx, file(SHUT), { source, remove: ['tmx:shut'] })).toBe(file())
    expect(await merged(tmx, file(), { source, take: ['tmx:shut'] })).toBe(file(SHUT))
    expect(await merged(tmx, there, { source, take: ['tmx:no'], remove: ['tmx:none'] })).toBe(there)
  })

  it('gains what needs no translation as the source has it', async () => {
    expect(await merged(tmx, file(OPEN), { source, take: ['tmx:shut'] })).toBe(file(OPEN, SHUT))
    expect(await merged(tmx, file(unit('shut', tuv('en', 'Shut'))), { source, take: ['tmx:shut'] })).toBe(file(SHUT))
  })

  it('is written in its own manner: charset, indents and line ends', async () => {
    const there = `<tmx version="1.4"><header srclang="en"/><body>\r\n\t<tu tuid="open">\r\n\t\t<tuv xml:lang="en"><seg>Open it</seg></tuv>\r\n\t</tu>\r\n</body></tmx>`
    const said =
      '\t<tu tuid="shut">\r\n\t\t<note>Of shut</note>\r\n\t\t<tuv xml:lang="en"><seg>Shut it</seg></tuv>\r\n\t\t<tuv xml:lang="fr"><seg>Fermer</seg></tuv>\r\n\t\t<tuv xml:lang="de"><seg>Schließen</seg></tuv>\r\n\t</tu>\r\n'
    const result = await merged(tmx, there, { source, texts: { 'tmx:shut': 'Schließen' } })
    expect(result).toBe(there.replace('</body>', `${said}</body>`))
    const ascii = `<?xml version="1.0" encoding="US-ASCII"?>\n${file(OPEN).slice('<?xml version="1.0"?>\n'.length)}`
    expect(await merged(tmx, ascii, { source, texts: { 'tmx:open': 'Öffnen' } })).toContain('<seg>&#214;ffnen</seg>')
  })

  it('knows units that say the same by their number, and texts with a slash as texts', async () => {
    const twice = file(LEAVE, LEAVE, unit('', tuv('en', 'Page 1/2')))
    const units = await unitsOf(tmx, opened(twice))
    expect(units.map(({ path }) => path)).toEqual(['tmx:Leave it', 'tmx:Leave it #2', 'tmx:Page 1∕2'])
    expect(await merged(tmx, twice, { source: twice, texts: { 'tmx:Leave it #2': 'Lass es' } })).toBe(
      file(LEAVE, withGerman(LEAVE, 'Lass es'), unit('', tuv('en', 'Page 1/2'))),
    )
  })

  it('knows equal texts by the places that OmegaT says', async () => {
    const at = (name: string) =>
      LEAVE.replace(
        '      <tuv',
        () => `      <prop type="file">${name}</prop>\n      <prop type="x">1</prop>\n      <tuv`,
      )
    const [one, two] = [at('one.txt'), at('two.txt')]
    const all = file(LEAVE, one, two)
    const paths = (await unitsOf(tmx, opened(all))).map(({ path }) => path)
    expect(paths).toEqual(['tmx:Leave it', 'tmx:Leave it (file: one.txt)', 'tmx:Leave it (file: two.txt)'])
    expect(await merged(tmx, all, { source: all, remove: ['tmx:Leave it (file: one.txt)'] })).toBe(file(LEAVE, two))
    await keepsTheLaws(tmx, Buffer.from(all))
  })

  it('is called the same in whatever language it is read from', async () => {
    for (const options of [{}, { source: 'fr' }, { target: { language: 'fr' } }, { target: { language: 'en' } }]) {
      const paths = (await unitsOf(tmx, opened(source), options)).map(({ path }) => path)
      expect(paths).toEqual(['tmx:open', 'tmx:shut', 'tmx:Leave it'])
    }
  })

  it('is as before when it gets back what it lost', async () => {
    await keepsTheLaws(tmx, Buffer.from(source))
    await keepsTheLaws(tmx, Buffer.from(source.replaceAll('\n', '\r\n')))
    await keepsTheLaws(tmx, Buffer.from(source.replace(/\n\s*/g, '')), { exact: false })
  })

  it('has what is taken and nothing else changed, whatever it has', async () => {
    const ids = ['a', 'b', 'c', 'd']
    const some = fc.subarray(ids)
    await fc.assert(
      fc.asyncProperty(some, some, some, some, async (here, known, take, remove) => {
        const all = file(...ids.map(id => unit(id, tuv('en', `Text ${id}`))))
        const own = file(
          ...here.map(id => unit(id, tuv('en', `Text ${id}`), ...(known.includes(id) ? [tuv('de', `T ${id}`)] : []))),
        )
        const paths = (list: readonly string[]) => list.map(id => `tmx:${id}`)
        await hasWhatIsTaken(tmx, { source: all, there: own }, { take: paths(take), remove: paths(remove) })
      }),
      { numRuns: 40 },
    )
  })

  it('is refused where it is something else', async () => {
    await expect(merged(tmx, '<xliff/>', { source, take: ['tmx:open'] })).rejects.toThrow(
      /no TMX: it begins with <xliff>/,
    )
  })

  it('gets notes for translators, behind those that it has', async () => {
    const units = await unitsOf(tmx, opened(source))
    const notes = new Map([
      ['tmx:shut', 'Say <it> short'],
      ['tmx:none', 'x'],
    ])
    const edits = tmx.noting?.(source, units, notes) ?? []
    expect(edits).toHaveLength(1)
    const [{ start = 0, bytes = '' } = {}] = edits
    const noted = source.slice(0, start) + String(bytes) + source.slice(start)
    expect(noted).toContain(
      '      <note>Of shut</note>\n      <note>Say &lt;it&gt; short</note>\n      <tuv xml:lang="en">',
    )
    expect((await unitsOf(tmx, opened(noted))).map(({ note }) => note)).toEqual([
      ...['Of open', 'Of shut\nSay <it> short', 'Of'],
    ])
  })
})

const terms = (...concepts: readonly string[]) =>
  `<tbx style="dca" type="TBX-Basic" xml:lang="en">\n  <tbxHeader><fileDesc><sourceDesc><p>x</p></sourceDesc></fileDesc></tbxHeader>\n  <text>\n    <body>\n${concepts.join('')}    </body>\n  </text>\n</tbx>\n`
const section = (language: string, text: string, said = '') =>
  `        <langSec xml:lang="${language}">\n          <termSec>\n            <term>${text}</term>${said}\n          </termSec>\n        </langSec>\n`
const concept = (id: string, ...sections: readonly string[]) =>
  `      <conceptEntry id="${id}">\n        <descrip type="definition">What ${id} is.</descrip>\n${sections.join('')}      </conceptEntry>\n`
const PREFERRED = '\n            <termNote type="administrativeStatus">preferredTerm-admn-sts</termNote>'

describe('a file of terms that is there', () => {
  const MOWER = concept('c1', section('en', 'lawn mower', PREFERRED))
  const HEDGE = concept('c2', section('en', 'hedge'), section('fr', 'haie'))
  const all = terms(MOWER, HEDGE)

  it('gains concepts, and terms of a language in those that it has', async () => {
    const texts = { 'tbx:c1': 'Rasenmäher', 'tbx:c2': 'Hecke' }
    expect(await merged(tbx, terms(HEDGE), { source: all, texts })).toBe(
      terms(
        concept('c1', section('en', 'lawn mower', PREFERRED), section('de', 'Rasenmäher')),
        concept('c2', section('en', 'hedge'), section('fr', 'haie'), section('de', 'Hecke')),
      ),
    )
  })

  it('keeps what a term says of itself, and other terms', async () => {
    const own = (german: string) =>
      terms(
        MOWER,
        concept('c2', section('en', 'hedge'), section('de', german, `${PREFERRED}\n            <note>Ann</note>`)),
      )
    expect(await merged(tbx, own('Busch'), { source: all, texts: { 'tbx:c2': 'Hecke' } })).toBe(own('Hecke'))
  })

  it('loses concepts, and is as before when it gets them back', async () => {
    expect(await merged(tbx, all, { source: all, remove: ['tbx:c1'] })).toBe(terms(HEDGE))
    await keepsTheLaws(tbx, Buffer.from(all))
  })
})
