import { describe, expect, it } from 'vitest'
import { tbx } from '../../../src/formats/exchange/exchange.ts'
import { opened, unitsOf } from '../files.ts'
import { intoEntries, rowsOf } from './files.ts'

const into = (language: string, text: string) => intoEntries(tbx, text, language)

/** ISO 30042:2019 in the style DCA. */
const DCA = `<?xml version="1.0" encoding="UTF-8"?>
<tbx type="TBX-Basic" style="dca" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2">
  <tbxHeader><fileDesc><sourceDesc><p>Of a garden</p></sourceDesc></fileDesc></tbxHeader>
  <text><body>
    <conceptEntry id="c1">
      <descrip type="subjectField">Gardens</descrip>
      <descripGrp><descrip type="definition">A tool to cut grass.</descrip></descripGrp>
      <langSec xml:lang="en">
        <termSec>
          <term>grass cutter</term>
          <termNote type="administrativeStatus">deprecatedTerm-admn-sts</termNote>
        </termSec>
        <termSec>
          <term>lawn mower</term>
          <termNote type="partOfSpeech">noun</termNote>
        </termSec>
      </langSec>
      <langSec xml:lang="fr">
        <termSec><term>tondeuse</term></termSec>
      </langSec>
    </conceptEntry>
  </body></text>
</tbx>
`
/** The same in the style DCT. */
const DCT = DCA.replace(
  '"dca"',
  '"dct" xmlns:basic="http://www.tbxinfo.net/ns/basic" xmlns:min="http://www.tbxinfo.net/ns/min"',
).replace(/<(descrip|termNote) type="(\w+)">(.*?)<\/\1>/g, '<basic:$2>$3</basic:$2>')
/** The older TBX. */
const MARTIF = `<martif type="TBX" xml:lang="en-US"><text><body>
<termEntry id="t"><langSet xml:lang="en-US"><ntig><termGrp><term>lawn <hi>mower</hi></term></termGrp></ntig></langSet></termEntry>
<termEntry><langSet xml:lang="en-US"><tig><term>old</term><termNote type="administrativeStatus">superseded</termNote></tig></langSet></termEntry>
</body></text></martif>
`
const MADE = `
      <langSec xml:lang="de">
        <termSec>
          <term>LAWN MOWER</term>
        </termSec>
      </langSec>`

describe('a file of terms', () => {
  it.each([
    ['DCA', DCA],
    ['DCT', DCT],
  ])('in the style %s has a text for each concept, with its definition [FMT-1]', async (_, file) => {
    expect(await tbx.languages?.(opened(file)())).toEqual({ source: 'en', several: true })
    expect(await unitsOf(tbx, opened(file), { target: { language: 'de' } })).toMatchObject([
      {
        path: 'tbx:c1',
        part: 'terms',
        text: 'lawn mower',
        target: '',
        note: 'A tool to cut grass.\nnoun',
        sense: 'A tool to cut grass.\nnoun',
        context: { key: 'c1', context: 'Gardens' },
      },
    ])
    const result = file.replace('\n    </conceptEntry>', `${MADE}\n    </conceptEntry>`)
    expect(await into('de', file)).toBe(result)
    expect(await into('de', result)).toBe(result)
    expect(await into('fr', file)).toBe(file)
  })

  it('of the older version gets a set of the language, and nothing for terms that nobody wants', async () => {
    expect(await rowsOf(tbx, MARTIF, { target: { language: 'pt-BR' } })).toEqual([
      ['lawn <g1>mower</g1>', '', undefined],
      ['old', '', 'obsolete'],
    ])
    expect(await into('pt-BR', MARTIF)).toBe(
      MARTIF.replace(
        '</langSet></termEntry>',
        '</langSet><langSet xml:lang="pt-BR"><ntig><termGrp><term>LAWN <hi>MOWER</hi></term></termGrp></ntig></langSet></termEntry>',
      ),
    )
  })

  it.each([
    ['<langSec xml:lang="de"/>', '<langSec xml:lang="de">', '</langSec>'],
    ['<langSec xml:lang="de"></langSec>', '<langSec xml:lang="de">', '</langSec>'],
    [
      '<langSec xml:lang="de"><termSec><term/></termSec></langSec>',
      '<langSec xml:lang="de"><termSec><term>',
      '</term></termSec></langSec>',
    ],
  ])('has %j filled', async (empty, begins, ends) => {
    const file = DCA.replace('\n    </conceptEntry>', `${empty}\n    </conceptEntry>`)
    const result = await into('de', file)
    expect(result).toContain(begins)
    expect(result).toContain('LAWN MOWER</term>')
    expect(result).toContain(`${ends}\n    </conceptEntry>`)
    expect(await rowsOf(tbx, result, { target: { language: 'de' } })).toEqual([
      ['lawn mower', 'LAWN MOWER', 'already_translated'],
    ])
  })

  it('is refused where it is something else', async () => {
    await expect(rowsOf(tbx, '<tmx version="1.4"/>')).rejects.toThrow(/no TBX: it begins with <tmx>/)
  })
})
