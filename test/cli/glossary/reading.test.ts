import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { pairedTerms } from '../../../src/cli/glossary/pairs.ts'
import { readConceptFile } from '../../../src/cli/glossary/reading.ts'
import { temporaryFolder } from '../../support/world.ts'

interface Named {
  readonly from?: string
  readonly to?: string
}

async function taken(content: string | Uint8Array, named: Named = {}) {
  const path = join(temporaryFolder(), 'terms')
  writeFileSync(path, content)
  const { from, to, terms, left_out } = pairedTerms(await readConceptFile(path, named), named)
  return { pair: `${from}-${to}`, terms, left_out }
}

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const bigEndian = (text: string) => utf16(text).swap16()
const none = { one_language: 0, further_terms: 0, deprecated: 0, same_source: 0 }

const DCA = `<?xml version="1.0"?>
<!DOCTYPE tbx SYSTEM "TBXcoreStructV03.dtd">
<tbx type="TBX-Basic" style="dca" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2">
<tbxHeader><fileDesc><sourceDesc><p>x</p><note>of the file</note></sourceDesc></fileDesc></tbxHeader>
<text><body>
<conceptEntry id="c1"><descrip type="subjectField">shops</descrip><descripGrp><descrip type="definition">to
		enter</descrip></descripGrp>
 <langSec xml:lang="de"><termSec><term>einloggen</term><termNote type="administrativeStatus">admittedTerm-admn-sts</termNote></termSec>
  <termSec><term> anmelden &amp; los </term><termNote type="administrativeStatus">preferredTerm-admn-sts</termNote></termSec></langSec>
 <langSec xml:lang="en"><termSec><term>sign <hi>in</hi></term></termSec>
  <termSec><term>logon</term><termNote type="administrativeStatus">deprecatedTerm-admn-sts</termNote></termSec></langSec>
</conceptEntry>
<conceptEntry id="c2"><langSec xml:lang="en"><termSec><term>alone</term></termSec></langSec></conceptEntry>
<conceptEntry id="c3"><langSec xml:lang="en"><termSec><term>Sign in</term></termSec></langSec>
 <langSec xml:lang="de"><termSec><term>zweimal</term></termSec></langSec></conceptEntry>
</body></text></tbx>`

const DCT = `<tbx type="TBX-Basic" style="dct" xml:lang="de" xmlns="urn:iso:std:iso:30042:ed-2" xmlns:min="http://www.tbxinfo.net/ns/min"
 xmlns:basic="http://www.tbxinfo.net/ns/basic"><text><body><conceptEntry>
<langSec xml:lang="en"><termSec><term>a</term><min:administrativeStatus>admittedTerm-admn-sts</min:administrativeStatus></termSec>
<termSec><term>b</term><min:administrativeStatus>preferredTerm-admn-sts</min:administrativeStatus></termSec></langSec>
<langSec xml:lang="de"><termSec><term>c</term><note>short</note></termSec></langSec>
</conceptEntry></body></text></tbx>`

const MARTIF = `<?xml version='1.0' encoding="UTF-8"?><martif type="TBX" xml:lang="en-US"><martifHeader/><text><body>
<termEntry id="1"><langSet xml:lang="en-US"><ntig><termGrp><term id="2">file</term><termNote type="partOfSpeech">Noun</termNote></termGrp></ntig></langSet>
<langSet xml:lang="de-de"><ntig><termGrp><term>Datei</term></termGrp></ntig></langSet>
<langSet xml:lang="fr-FR"><tig><term>fichier</term></tig></langSet></termEntry></body></text></martif>`

const TMX = `<tmx version="1.4"><header srclang="de"/><body><tu><note>n</note><tuv xml:lang="en"><seg>press <bpt i="1">&lt;b></bpt>go<ept i="1"/></seg></tuv>
<tuv lang="de"><seg>los</seg></tuv></tu></body></tmx>`

describe('files of terms', () => {
  it('TMX: what a placeholder stands for is part of the term, markup is not', async () => {
    const tmx = `<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>Open <ph x="1">{0}</ph> <it pos="begin">&lt;b></it>now</seg></tuv>
<tuv xml:lang="de"><seg><ph x="1">{0}</ph> jetzt öffnen</seg></tuv></tu></body></tmx>`
    const { terms } = await taken(tmx)
    expect(terms).toMatchObject([{ source: 'Open {0} now', target: '{0} jetzt öffnen' }])
  })

  it.each([
    ['Open <ph x="1"/> now', 'Open now'],
    ['Open <ph x="1"></ph><it pos="begin">&lt;b></it> now', 'Open now'],
    ['Open<ph x="1"/> now', 'Open now'],
    ['Open <ph x="1"/>now', 'Open now'],
    ['Open  now', 'Open  now'],
  ])('TMX: where a code without a text stood, one space is left: %s', async (seg, source) => {
    const tmx = `<tmx version="1.4"><header srclang="en"/><body><tu><tuv xml:lang="en"><seg>${seg}</seg></tuv>
<tuv xml:lang="de"><seg>Jetzt</seg></tuv></tu></body></tmx>`
    expect((await taken(tmx)).terms).toMatchObject([{ source }])
  })

  it('TBX of 2019 in the style DCA: the preferred term is taken, what else is there is counted', async () => {
    expect(await taken(DCA)).toEqual({
      pair: 'en-de',
      terms: [{ line: 6, source: 'sign in', target: 'anmelden & los', note: 'to enter', case_sensitive: undefined }],
      left_out: { one_language: 1, further_terms: 1, deprecated: 1, same_source: 1 },
    })
  })

  it.each([
    ['the style DCT', DCT, {}, 'de-en', { source: 'c', target: 'b', note: 'short' }],
    ['the older TBX', MARTIF, { from: 'en', to: 'de' }, 'en-de', { source: 'file', target: 'Datei' }],
    ['another pair of it', MARTIF, { from: 'fr', to: 'en-US' }, 'fr-en-US', { source: 'fichier', target: 'file' }],
    ['TMX', TMX, {}, 'de-en', { source: 'los', target: 'press go', note: 'n' }],
    ['UTF-16', bigEndian(TMX), {}, 'de-en', { source: 'los', target: 'press go' }],
    [
      'CSV of a spreadsheet that names its delimiter',
      'sep=;\r\nEnglish;German\r\nfile, folder;Datei, Ordner\r\n',
      {},
      'en-de',
      { line: 3, source: 'file, folder', target: 'Datei, Ordner' },
    ],
    [
      'CSV whose columns are terms in a language',
      'Entry_ID,Term_en,POS_en,Term_de\n1,file,noun,Datei\n',
      {},
      'en-de',
      { source: 'file', target: 'Datei' },
    ],
    ['CSV with brackets', 'Term [en-US];Term (de);Note\nfile;Datei;x\n', {}, 'en-US-de', { source: 'file', note: 'x' }],
    [
      'CSV with tags',
      'id,en_US,fr,de\n1,file,,Datei\n',
      { from: 'en', to: 'de' },
      'en-de',
      { source: 'file', target: 'Datei' },
    ],
    ['names and UTF-16', utf16('German\tEnglish\r\nÜber\tabout\r\n'), {}, 'de-en', { source: 'Über', target: 'about' }],
    ['no heading', 'a;b;c\n', { from: 'en', to: 'de' }, 'en-de', { line: 1, source: 'a', target: 'b', note: 'c' }],
  ])('%s is read', async (_, content, named, pair, term) => {
    expect(await taken(content, named)).toMatchObject({ pair, terms: [term] })
  })

  it('two columns in one language are one term and one left out', async () => {
    const { terms, left_out } = await taken('en,de,de\nfile,Datei,Akte\n')
    expect(terms).toMatchObject([{ target: 'Datei' }])
    expect(left_out).toEqual({ ...none, further_terms: 1 })
  })

  it.each([
    ['entities of its own', '<!DOCTYPE tbx [<!ENTITY a "b">]><tbx/>', 'DOCTYPE defines entities'],
    ['an entity that XML has not', '<tbx><text>&nbsp;</text></tbx>', 'an entity that XML does not have'],
    ['another root', '<html/>', 'neither TBX nor TMX: its root is <html>'],
    ['no end', '<tbx><text>', 'no well-formed XML'],
    ['no terms', '<tbx><text/></tbx>', 'The file has no terms.'],
    ['one language', 'en,de\na,\n', 'terms in en only'],
    ['many languages and no wish', MARTIF, 'has terms in en-US, de-DE, fr-FR.'],
    ['no languages', 'a,b\n', 'names no two languages'],
    ['a quote without an end', 'en,de\n"a,b\n', 'not readable as CSV'],
    ['bytes that are no text', Buffer.from([0x65, 0x6e, 0x2c, 0xe4, 0xff]), 'not text in UTF-8'],
    ['a strange cell for case', 'en,de,case_sensitive\na,b,maybe\n', 'Line 2 has "maybe" for case_sensitive'],
    ['too many columns', `en,de${',x'.repeat(2000)}\n`, 'more than 1,000 columns'],
    ['nothing', '', 'The file has no lines.'],
    ['elements without end', '<tbx>'.repeat(5000), 'nested deeper than'],
  ])('%s: refused in words', async (_, content, words) => {
    await expect(taken(content)).rejects.toThrow(words)
  })

  it('a language that the file lacks is named, beside those that it has', async () => {
    await expect(taken(DCA, { to: 'fr' })).rejects.toThrow('no terms in fr. It has de, en.')
  })
})
