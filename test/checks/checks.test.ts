import { describe, expect, it } from 'vitest'
import { type Conditions, issuesIn, withEdgesOf, worstOf } from '../../src/checks/index.ts'
import type { Segment } from '../../src/service/engine/engine.ts'

const INTO_GERMAN: Conditions = { source: 'en', target: 'de', glossary: [], keep: [] }

function into(target: string, more: Partial<Conditions> = {}): Conditions {
  return { ...INTO_GERMAN, target, ...more }
}

/** `refuse numbers`, one a problem. */
function found(
  text: string,
  translation: string,
  conditions: Conditions = INTO_GERMAN,
  more: Partial<Segment> = {},
): string[] {
  return issuesIn({ text, ...more }, translation, conditions).map(({ severity, kind }) => `${severity} ${kind}`)
}

function messages(text: string, translation: string, conditions: Conditions = INTO_GERMAN): string {
  return issuesIn({ text }, translation, conditions)
    .map(({ message }) => message)
    .join(' ')
}

describe('a translation', () => {
  it('that is good passes every check [ENG-2]', () => {
    expect(found('Save %d files in <b>{name}</b> now', '%d Dateien jetzt in <b>{name}</b> speichern')).toEqual([])
  })

  it('must not be empty, nor a sentence left as it was', () => {
    expect(found('Save', '  ')).toEqual(['refuse empty'])
    expect(found('  ', '  ')).toEqual([])
    expect(found('The file could not be saved', 'The file could  not be saved')).toContain('refuse untranslated')
  })

  it('may be the same where it is a name, a near language, code or kept', () => {
    const code = ['git stash [--index] and so on it goes', 'exec [-cl] [-a name] [command [argument ...]] and so on']
    for (const same of ['Visual Studio Code', 'Status', 'OK', ...code]) expect(found(same, same), same).toEqual([])
    expect(found('The colours are nice here', 'The colours are nice here', into('en-GB'))).toEqual([])
    const danish = 'det er en god dag'
    expect(found(danish, danish, { ...into('nb'), source: 'da' })).toEqual(['note untranslated'])
    const kept = 'keep this as it is'
    expect(found(kept, kept, into('de', { keep: [kept] }))).toEqual([])
  })

  it('has the white space of its source around it', () => {
    expect(withEdgesOf(' Save\n', 'Speichern ')).toBe(' Speichern\n')
    expect(withEdgesOf('  ', 'x')).toBe('  x')
    expect(found(' Save\n', 'Speichern')).toEqual(['refuse edges'])
    expect(found(' Save\n', withEdgesOf(' Save\n', 'Speichern'))).toEqual([])
  })

  it('may be wrapped anew, but a line break too much or lost is asked for again', () => {
    expect(found('One\nTwo\nThree', 'Eins\nZwei Drei')).toEqual(['note line_breaks'])
    expect(found('One\nTwo', 'Eins Zwei')).toEqual(['doubt line_breaks'])
    expect(found('One Two', 'Eins\nZwei')).toEqual(['doubt line_breaks'])
  })

  it('fits where the format says how much fits', () => {
    expect(found('Save', 'Speichern', INTO_GERMAN, { max_length: 8 })).toEqual(['doubt length'])
    expect(found('Save', 'Speichern', INTO_GERMAN, { max_length: 9 })).toEqual([])
    expect(found('Too long', 'Zu lang', INTO_GERMAN, { max_length: 4 })).toEqual(['note length'])
    expect(found('Smile', '😀😀😀😀', INTO_GERMAN, { max_length: 4 })).toEqual([])
  })

  it('begins like a formula in a spreadsheet only where its source does', () => {
    const cells = into('de', { spreadsheet: true })
    for (const lead of ['=', '+', '-', '@', '＝', '＋', '－', '＠']) {
      expect(found('Sum', `${lead}SUMME`, cells), lead).toEqual(['refuse formula'])
      expect(found(`${lead}SUM`, `${lead}SUMME`, cells), lead).toEqual([])
      expect(found('Sum', `${lead}SUMME`), lead).toEqual([])
    }
    expect(found('\tSum', '\tSumme', cells)).toEqual([])
    for (const [source, translation] of [
      ['-5', '=5'],
      ['－5', '-5'],
    ] as const) {
      expect(found(source, translation, cells), translation).toContain('refuse formula')
    }
  })

  it('has no broken characters that its source has not', () => {
    for (const broken of ['\0', '\u001b', '\ud83d', '\ufffd', '\u0085']) {
      expect(found('Save', `Sichern${broken}`), JSON.stringify(broken)).toEqual(['refuse control_characters'])
      expect(found(`Save${broken}`, `Sichern${broken}`), JSON.stringify(broken)).toEqual([])
    }
    expect(messages('Save', 'Sichern\0')).toContain('U+0000')
    expect(found('Tab\there 😀', 'Hier\tTab 😀')).toEqual([])
  })

  it('is judged by its worst problem', () => {
    expect(worstOf([])).toBeUndefined()
    expect(worstOf(issuesIn({ text: 'Page {n} of 10' }, 'Seite 10', INTO_GERMAN))).toBe('refuse')
  })
})

describe('codes', () => {
  it('are named when they are lost or invented', () => {
    expect(found('Hello {name}', 'Hallo')).toEqual(['refuse placeholders'])
    expect(messages('Hello {name}, %s', 'Hallo {nome}, %s')).toBe(
      'The translation lost {name}. The translation added {nome}.',
    )
    expect(found('<b>Hello</b>', 'Hallo')).toEqual(['refuse codes'])
    expect(found('<g1>Hello</g1><x2/>', '<g1>Hallo</g1>')).toEqual(['refuse codes'])
  })

  it('that count may go unsaid in a plural form for a single number, and nowhere else', () => {
    const one = { note: 'Context: x\nPlural form for 1' }
    expect(found('Open %d file', 'Eine Datei öffnen', INTO_GERMAN, one)).toEqual(['note placeholders'])
    expect(found('{n} file of {name}', 'Eine Datei von {name}', INTO_GERMAN, one)).toEqual(['note placeholders'])
    expect(found('%s has %d file', '%s hat eine Datei', INTO_GERMAN, one)).toEqual(['note placeholders'])
    expect(found('%s has %d file', 'Es sind %d Dateien', INTO_GERMAN, one)).toEqual(['refuse placeholders'])
    expect(found('%s has %d file', 'hat eine Datei', INTO_GERMAN, one)).toEqual(['refuse placeholders'])
    const more = { note: 'Plural form for 1, 21, 31 …' }
    expect(found('Open %d file', 'Открыть файл', into('ru'), more)).toEqual(['refuse placeholders'])
    expect(found('Open %d file', 'Eine Datei öffnen')).toEqual(['refuse placeholders'])
  })

  it('stay inside one another as in the source', () => {
    const text = '<g1>Read <g2>this</g2></g1> {n}'
    expect(found(text, '{n} <g1><g2>dies</g2> lesen</g1>')).toEqual([])
    expect(found(text, '<g1>Lies</g1> <g2>dies</g2> {n}')).toEqual(['refuse codes'])
    expect(found(text, '<g2><g1>dies</g1></g2> {n}')).toEqual(['refuse codes'])
    expect(found(text, '<g1>Lies <g2>dies</g1></g2> {n}')).toEqual(['refuse codes'])
    expect(found(text, '<g1>Lies <g2>dies {n}</g2></g1>')).toEqual(['note codes'])
    expect(found(text, '{n} <g1>dies lesen<g2></g2></g1>')).toEqual(['doubt codes'])
  })

  it('are left alone where the source itself does not close them', () => {
    expect(found('One<br>Two <li>Three', 'Eins<br>Zwei <li>Drei')).toEqual([])
  })

  it('are not what stands in angle brackets for something to type', () => {
    expect(found('Use <file name> here', '<Dateiname> verwenden')).toEqual(['note codes'])
    expect(found('mv <source> <link> <base-name> <txt ...>', 'mv <Quelle> <Link> <Basis>')).toContain('note codes')
    expect(found('Line<br>two', 'Zeile<Umbruch>zwei')).toEqual(['refuse codes'])
    expect(found('Use <file>it</file> here', 'Hier <Datei>es</Datei> verwenden')).toEqual(['refuse codes'])
  })

  it('of an ICU message are a valid message in the translation', () => {
    const text = '{n, plural, one {# file} other {# files}}'
    expect(found(text, '{n, plural, one {# Datei} other {# Dateien}', INTO_GERMAN, { syntax: 'icu' })).toContain(
      'refuse placeholders',
    )
  })
})

describe('plural categories', () => {
  const text = '{n, plural, one {# file} other {# files}}'
  const icu = { syntax: 'icu' } as const

  it('are those that whole numbers take in the target language', () => {
    const russian = '{n, plural, one {# файл} few {# файла} many {# файлов} other {# файла}}'
    expect(found(text, russian, into('ru'), icu)).toEqual([])
    expect(found(text, '{n, plural, one {# файл} other {# файла}}', into('ru'), icu)).toEqual([
      'doubt plural_categories',
    ])
    expect(found(text, '{n, plural, one {# archivo} other {# archivos}}', into('es'), icu)).toEqual([])
    expect(found(text, '{n, plural, other {# ファイル}}', into('ja'), icu)).toEqual([])
  })

  it('need “other” whatever the language', () => {
    expect(found(text, '{n, plural, one {# Datei}}', INTO_GERMAN, icu)).toEqual(['refuse plural_categories'])
  })

  it('are not asked for where the source counts with explicit numbers only', () => {
    const few = '{n, plural, =0 {none} other {some}}'
    expect(found(few, '{n, plural, =0 {ничего} other {что-то}}', into('ru'), icu)).toEqual([])
    const exact = '{n, plural, =1 {a file} other {# files}}'
    expect(
      found(exact, '{n, plural, =1 {plik} few {# pliki} many {# plików} other {# pliku}}', into('pl'), icu),
    ).toEqual([])
    expect(found(exact, '{n, plural, =1 {plik} other {# pliku}}', into('pl'), icu)).toEqual(['doubt plural_categories'])
  })
})

describe('numbers', () => {
  it.each([
    ['1,234.5 km in 2024', '1.234,5 km im Jahr 2024', 'de'],
    ['12/31/1999', '31.12.1999', 'de'],
    ['Version 1.2.3', 'Version 1.2.3', 'de'],
    ['5 files of 10', '٥ من ١٠ ملفات', 'ar'],
    ['20 users', '২০ জন', 'bn'],
    ['１２ items', '12 Dinge', 'de'],
    ['In the 18th century', 'Au XVIIIe siècle', 'fr'],
    ['%d of 3 {n}', '%d von 3 {n}', 'de'],
    ['Between 10:30 and 11:05', 'Klo 10.30–11.05', 'fi'],
    ['From 10:30', 'À partir de 10h30', 'fr'],
    ['XF86AudioMute', 'Ton aus', 'de'],
    ['The i18n code for k8s', 'Der Code zur Internationalisierung für Kubernetes', 'de'],
    ['The shop opens in March', '店は3月に開きます', 'ja'],
    ['From Jan. to Dec. 2024', '从2024年１月到１２月', 'zh-Hans'],
    ['On 5 September', '9月5日に', 'ja'],
    ['In May and June', '5월과 6월에', 'ko'],
    ['From October', 'Từ tháng 10', 'vi'],
    ['Until Mar 2024', '2024 оны 3-р сар хүртэл', 'mn'],
    ['About 1,234,567 of 0.125', 'Etwa 1’234’567 von 0,125', 'de'],
  ])('are the same in another dress: %s', (text, translation, target) => {
    expect(found(text, translation, into(target))).toEqual([])
  })

  it.each([
    ['3 files', 'drei Dateien', 'de'],
    ['1.5 million users', '150万ユーザー', 'ja'],
    ['At 3 pm', 'Um 15 Uhr', 'de'],
    ['In the 1980s', 'En los años 80', 'es'],
    ['Two files', '2 Dateien', 'de'],
    ['The shop opens in March', '店は4月に開きます', 'ja'],
    ['The shop opens', '店は3月に開きます', 'ja'],
    ['The march begins', '11月に始まる', 'ja'],
    ['Version 1.0', 'Version 1', 'de'],
    ['In the range [1,8]', 'Im Bereich [1, 8]', 'de'],
    ['1.5 billion', '1500 Millionen', 'de'],
    ['Version 1', 'Version 1.0', 'de'],
    ['1500 million', '1,5 Milliarden', 'de'],
    ['In the 1980s, 5 teams', 'En los años 80, cinco equipos', 'es'],
    ['1.5 billion in 3 years', '1500 Millionen in drei Jahren', 'de'],
    ['Version 1.0 of 2', 'Version 1 von zwei', 'de'],
  ])('that people write otherwise are only noted: %s', (text, translation, target) => {
    expect(found(text, translation, into(target))).toEqual(['note numbers'])
  })

  it.each([
    ['Save 250 files', '25 Dateien speichern'],
    ['Save 250 files', 'Dateien speichern'],
    ['In the 1980s, 5 teams', 'In den 80ern 6 Teams'],
    ['The 80 boxes', 'Die 1980 Kisten'],
    ['Step 3', 'Schritt 4'],
    ['It takes 1.5 hours', 'Es dauert 15 Stunden'],
    ['Version 2.10', 'Version 2.1'],
    ['At 10:30', 'Um 10:45'],
    ['MIPS16', 'MIPS32'],
    ['16MB', '32MB'],
    ['Read page 50', 'Lies Seite 51'],
    ['Buy 100 boxes', 'Hundert Cents'],
    ['Buy 100 boxes', 'Ein Laufwerk C voll'],
  ])('that are lost or changed are refused: %s → %s', (text, translation) => {
    expect(found(text, translation)).toEqual(['refuse numbers'])
  })
})

describe('the script', () => {
  it('is that of the target language', () => {
    const text = 'The file could not be saved'
    expect(found(text, 'Le fichier non enregistré', into('ru'))).toEqual(['doubt script'])
    expect(found(text, 'Файл не сохранён', into('ru'))).toEqual([])
    expect(found(text, 'Файл не сохранён')).toEqual(['doubt script'])
    expect(found(text, 'ファイルを保存できません', into('zh-Hans'))).toEqual(['doubt script'])
    expect(found(text, 'ファイルを保存できません', into('ja'))).toEqual([])
    expect(found(text, 'Fajl nije sačuvan', into('sr'))).toEqual(['doubt script'])
    expect(found(text, 'Fajl nije sačuvan', into('sr-Latn'))).toEqual([])
    expect(found(text, 'Die Datei 文件 wurde nicht gespeichert')).toEqual(['doubt script'])
  })

  it('does not matter for names, codes and what the source has itself', () => {
    expect(found('Firefox OS', 'Firefox OS', into('ja'))).toEqual([])
    expect(found('{count} MB', '{count} MB', into('ru'))).toEqual([])
    expect(found('The file could not be saved', 'Dosye saqlanmadı', into('crh'))).toEqual([])
    expect(found('The file could not be saved', 'Файл сакъланмады', into('crh'))).toEqual([])
    expect(found('The name of the country', 'नामम्', into('pi'))).toEqual([])
    expect(found('The word 文件 means file', 'Das Wort 文件 heißt Datei')).toEqual([])
    expect(found('A width of 5 µm', '幅は5 µmです', into('ja'))).toEqual([])
  })
})

describe('glossary terms', () => {
  const conditions = into('de', {
    glossary: [{ source: 'dashboard', target: 'Übersichtsseite', case_sensitive: false }],
    keep: ['Acme'],
  })

  it('that the source has, the translation has [GLO-3]', () => {
    expect(found('Open the Dashboard', 'Öffnen Sie die Übersichtsseite', conditions)).toEqual([])
    expect(found('Open the Dashboard', 'Öffnen Sie das Armaturenbrett', conditions)).toEqual(['doubt glossary'])
    expect(messages('Open the Dashboard', 'Öffnen Sie das Armaturenbrett', conditions)).toContain('“Übersichtsseite”')
    expect(found('Open the door', 'Öffnen Sie die Tür', conditions)).toEqual([])
  })

  it('may take the endings of their language', () => {
    expect(found('Two dashboard tabs', 'Zwei Tabs der Übersichtsseiten', conditions)).toEqual([])
    expect(found('Behind dashboards and the dashboard', 'Hinter der Übersichtsseit’', conditions)).toEqual([])
    expect(found('The dashboard', 'Das Übersichtsseitchen', conditions)).toEqual(['note glossary'])
    const art = into('de', { glossary: [{ source: 'kind', target: 'Art', case_sensitive: false }] })
    expect(found('This kind', 'Diese Arten', art)).toEqual([])
    expect(found('This kind', 'Damit starten', art)).toEqual(['doubt glossary'])
    const account = into('de', { glossary: [{ source: 'account', target: 'Konto', case_sensitive: false }] })
    expect(found('Your account', 'Ihr Benutzerkonto', account)).toEqual([])
    const japanese = into('ja', { glossary: [{ source: 'type', target: '型', case_sensitive: false }] })
    expect(found('The new type', '新型', japanese)).toEqual([])
  })

  it('that are kept stay letter by letter', () => {
    expect(found('Ask Acme', 'Fragen Sie Acme', conditions)).toEqual([])
    expect(found('Ask Acme', 'Fragen Sie Akme', conditions)).toEqual(['doubt kept_terms'])
  })
})
