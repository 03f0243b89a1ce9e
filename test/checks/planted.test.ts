import { describe, expect, it } from 'vitest'
import { issuesIn } from '../../src/checks/index.ts'

/** A check with its severity; a source, a good translation of it, and translations with a defect that the check finds. */
type Row = readonly [found: string, target: string, source: string, good: string, ...planted: string[]]

const SAVED = 'The file could not be saved because the disk is full.'
const SAVED_DE = 'Die Datei konnte nicht gespeichert werden, weil der Datenträger voll ist.'
const SAVED_FR = "Le fichier n'a pas pu être enregistré car le disque est plein."
const SAVED_RU = 'Файл не удалось сохранить, потому что диск заполнен.'
const SAVED_JA = 'ディスクがいっぱいのため、ファイルを保存できませんでした。'

const PLANTED: readonly Row[] = [
  ['refuse source_copied', 'de', SAVED, SAVED_DE, `FR ${SAVED}`, `${SAVED} (${SAVED_DE})`, `[de] ${SAVED.repeat(128)}`],
  ['refuse source_copied', 'ru', SAVED, SAVED_RU, `RU: ${SAVED}`, `${SAVED_RU} ${SAVED}`],
  ['refuse source_copied', 'ja', SAVED, SAVED_JA, `JA ${SAVED}`, `${SAVED}\n${SAVED_JA}`],
  ['doubt other_language', 'de', SAVED, SAVED_DE, SAVED_FR, 'It was not possible to save this file.'],
  ['doubt other_language', 'de', SAVED, SAVED_DE, 'No se pudo guardar el archivo porque el disco está lleno.'],
  ['doubt other_language', 'fr', SAVED, SAVED_FR, SAVED_DE, 'The disk is full, so it has not been written.'],
  ['doubt other_language', 'ja', SAVED, SAVED_JA, 'It was not possible to save this file.'],
  ['doubt other_language', 'ru', SAVED, SAVED_RU, 'It was not possible to save this file.'],
  [
    'refuse chatter',
    'de',
    SAVED,
    SAVED_DE,
    `Here is the translation: ${SAVED_DE}`,
    `Sure! Here's the German version. ${SAVED_DE}`,
  ],
  ['refuse chatter', 'de', SAVED, SAVED_DE, `Übersetzung: ${SAVED_DE}`, `\`\`\`\n${SAVED_DE}\n\`\`\``],
  [
    'refuse chatter',
    'fr',
    SAVED,
    SAVED_FR,
    `Voici la traduction : ${SAVED_FR}`,
    `${SAVED_FR}\nLet me know if it helps.`,
  ],
  [
    'refuse chatter',
    'de',
    'Choose one: red or blue',
    'Wählen Sie: Rot oder Blau',
    'Hier ist die Übersetzung: Rot oder Blau',
    'Übersetzung: Wählen Sie: Rot oder Blau',
  ],
  [
    'refuse chatter',
    'de',
    'Localised by:',
    'Übersetzung:',
    'Übersetzung: Lokalisiert von',
    'Übersetzung: Lokalisiert von:',
  ],
  ['refuse chatter', 'fr', 'Localised by: Ann', 'Traduction : Ann', 'Voici la traduction : localisé par Ann'],
  ['refuse chatter', 'ru', SAVED, SAVED_RU, `Вот перевод: ${SAVED_RU}`, `Translation: ${SAVED_RU}`],
  ['refuse chatter', 'ja', SAVED, SAVED_JA, `翻訳：${SAVED_JA}`, `Here is the Japanese translation:\n${SAVED_JA}`],
  [
    'refuse placeholders',
    'de',
    '%s of %d files',
    '%2$d Dateien, davon %1$s',
    '%d Dateien von %s',
    '%2$d Dateien, davon %3$s',
  ],
  ['refuse placeholders', 'ja', 'Copied %s in %d s', '%s を %d 秒でコピーしました', '%d 秒で %s をコピーしました'],
  ['refuse bbcode', 'de', '[b]Save[/b] now', 'Jetzt [b]speichern[/b]', 'Jetzt speichern', 'Jetzt [b]speichern'],
  ['refuse bbcode', 'ja', 'See [url=a]here[/url]', '[url=a]こちら[/url]', '[url=b]こちら[/url]', 'こちら'],
  ['doubt named_parameters', 'de', 'Hello :name, welcome', 'Hallo :name, willkommen', 'Hallo Name, willkommen'],
  ['doubt named_parameters', 'ru', 'The :attribute field', 'Поле :attribute', 'Поле :атрибут'],
  ['doubt escapes', 'de', 'One\\nTwo', 'Eins\\nZwei', 'Eins Zwei'],
  ['doubt escapes', 'ja', 'Name:\\tvalue', '名前:\\t値', '名前: 値'],
  ['doubt options', 'de', 'Use --force here', 'Hier --force angeben', 'Hier --erzwingen angeben', 'Hier force angeben'],
  ['doubt options', 'ru', 'Use --force here', 'Укажите --force', 'Укажите силу'],
  ['doubt file_paths', 'de', 'Edit /etc/hosts now', 'Jetzt /etc/hosts bearbeiten', 'Jetzt /usw/gastgeber bearbeiten'],
  ['doubt file_paths', 'fr', 'It lies in ~/.config', 'Il se trouve dans ~/.config', 'Il se trouve dans ~/.réglages'],
  ['doubt emoji', 'de', 'Well done 🎉', 'Gut gemacht 🎉', 'Gut gemacht', 'Gut gemacht 🎈'],
  ['doubt accelerators', 'de', '&Open file', 'Datei ö&ffnen', 'Datei öffnen', '&Datei &öffnen'],
  ['doubt accelerators', 'ja', '_Open', '開く(_O)', '開く'],
  ['doubt accelerators', 'ru', 'E&xit', 'В&ыход', 'Выход'],
  ['doubt accelerators', 'fr', '~File', '~Fichier', 'Fichier'],
  ['doubt brackets', 'de', 'Files (all)', 'Dateien (alle)', 'Dateien (alle', 'Dateien alle)', 'Dateien (alle]'],
  ['doubt brackets', 'ja', 'Files (all)', 'ファイル（すべて）', 'ファイル（すべて'],
  ['doubt quotes', 'de', 'Open "all" files', '"Alle" Dateien öffnen', '"Alle Dateien öffnen'],
  ['doubt quotes', 'fr', 'Open "all" files', 'Ouvrir les fichiers « tous »', 'Ouvrir les fichiers « tous'],
  ['doubt quotes', 'ja', 'Open "all" files', '「すべて」を開く', '「すべてを開く'],
  ['note end_punctuation', 'de', 'Save it?', 'Speichern?', 'Speichern', 'Speichern.', 'Speichern!'],
  ['note end_punctuation', 'zh-Hans', 'Save it?', '保存吗？', '保存'],
  ['note end_punctuation', 'ar', 'Save it?', 'هل تحفظه؟', 'احفظه'],
  ['note end_punctuation', 'hi', 'It is saved.', 'यह सहेजा गया है।', 'यह सहेजा गया है?'],
  ['note end_punctuation', 'fr', 'Save it', "L'enregistrer", "L'enregistrer."],
  [
    'doubt doubled_words',
    'de',
    'The file is open',
    'Die Datei ist offen',
    'Die Datei ist ist offen',
    'Die Datei Datei ist offen',
  ],
  ['doubt doubled_words', 'ru', 'The file is open', 'Файл открыт', 'Файл файл открыт'],
  ['note double_spaces', 'de', 'The file is open', 'Die Datei ist offen', 'Die Datei  ist offen'],
  ['doubt too_long', 'de', 'Save the file', 'Datei speichern', 'Datei speichern, '.repeat(10)],
  ['doubt too_long', 'ja', 'Save the file', 'ファイルを保存', 'ファイルを保存'.repeat(10)],
  ['doubt too_short', 'de', SAVED, SAVED_DE, 'Datei'],
  ['doubt too_short', 'ru', SAVED, SAVED_RU, 'Файл'],
  ['doubt too_short', 'ja', SAVED, SAVED_JA, '件'],
  [
    'doubt zero_width',
    'de',
    'Save now',
    'Speichern',
    'Spei\u200bchern',
    'Spei\u200dchern',
    '\ufeffSpeichern',
    'Speichern\u200f',
  ],
  ['doubt zero_width', 'ru', 'Save now', 'Сохранить', 'Сохра\u2060нить', '\u202aСохранить\u202c'],
  ['doubt hidden_characters', 'fr', 'Save now', 'Enregistrer', 'Enre\u202egistrer'],
  ['doubt kept_terms', 'de', 'Ask Acme', 'Acme fragen', 'Akme fragen'],
  ['doubt line_breaks', 'de', 'One\nTwo', 'Eins\nZwei', 'Eins Zwei'],
]

describe('a planted defect', () => {
  it.each(PLANTED)('is found: %s into %s [ENG-2]', (found, target, source, good, ...planted) => {
    const conditions = { source: 'en', target, glossary: [], keep: ['Acme'] }
    const issues = (translation: string) =>
      issuesIn({ text: source }, translation, conditions).map(({ severity, kind }) => `${severity} ${kind}`)
    expect(issues(good)).toEqual([])
    for (const translation of planted) expect(issues(translation), translation).toContain(found)
  })

  it('is not told where the check is switched off, but for the checks that nobody switches off [ENG-2]', () => {
    for (const [found, target, source, , planted = ''] of PLANTED) {
      const unchecked = [found.split(' ')[1] ?? '', 'control_characters', 'formula', 'edges']
      const conditions = { source: 'en', target, glossary: [], keep: ['Acme'], spreadsheet: true, unchecked }
      const kinds = issuesIn({ text: source }, planted, conditions).map(({ kind }) => kind)
      expect(kinds).not.toContain(unchecked[0])
      expect(issuesIn({ text: 'Sum' }, '=SUM\0', conditions)).toMatchObject([
        { kind: 'formula' },
        { kind: 'control_characters' },
      ])
    }
  })
})

describe('the codes of printf', () => {
  it.each([undefined, 'printf'] as const)(
    'keep their order, or are numbered, in a text of the syntax %s [ENG-2]',
    syntax => {
      const conditions = { source: 'en', target: 'de', glossary: [], keep: [] }
      const found = (text: string, translation: string) =>
        issuesIn({ text, syntax }, translation, conditions).map(({ severity, kind }) => `${severity} ${kind}`)
      expect(found('%s of %d', '%d von %s')).toEqual(['refuse placeholders'])
      expect(found('%s of %d', '%2$d von %1$s')).toEqual([])
      expect(found('%s of %s', '%s von %s')).toEqual([])
      expect(found('At %H:%M on %d', 'Am %d um %H:%M')).toEqual([])
    },
  )
})
