import { hashOfSource, hashOfText, LOCK_FILE, type LockLine, writeLock } from '../../sync/lock/index.ts'
import { PROJECT_FILE } from '../../sync/project/project-file.ts'

type Word = readonly [english: string, german: string]

function words(table: string): readonly Word[] {
  return table.split(',').map(pair => {
    const [english = '', german = ''] = pair.trim().split(' ')
    return [english, german]
  })
}

/** What the buttons of the shop do, in English and German. The verb stands before an English noun, and after a German one. */
const VERBS = words(`
  add hinzufügen, archive archivieren, assign zuweisen, check prüfen, close schließen, compare vergleichen,
  copy kopieren, create erstellen, edit bearbeiten, export exportieren, filter filtern, hide ausblenden,
  import importieren, lock sperren, move verschieben, open öffnen, print drucken, rename umbenennen, save speichern,
  search suchen, send senden, share teilen, show anzeigen, sort sortieren`)

/** What the buttons are about. */
const NOUNS = words(`
  account Konto, address Adresse, basket Warenkorb, brand Marke, calendar Kalender, category Kategorie,
  chart Diagramm, comment Kommentar, contact Kontakt, contract Vertrag, coupon Gutschein, customer Kundenkonto,
  delivery Lieferung, document Dokument, draft Entwurf, file Datei, folder Ordner, group Gruppe, image Bild,
  invoice Rechnung, letter Brief, list Liste, message Nachricht, note Notiz, offer Angebot, order Bestellung,
  page Seite, payment Zahlung, product Produkt, project Projekt, receipt Quittung, report Bericht, review Bewertung,
  role Rolle, shelf Regal, store Filiale, table Tabelle, task Aufgabe, template Vorlage, ticket Ticket`)

/** The texts of a locale file, by section and key. */
export type DemoTexts = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The source that a developer changes, and what it is in German then. */
export const CHANGED = {
  section: 'order',
  key: 'deleted',
  after: 'Order {name} was moved to the bin',
  translated_after: 'Bestellung {name} wurde in den Papierkorb verschoben',
} as const

/** The translation that a person corrects. */
export const CORRECTED = {
  section: 'order',
  key: 'archive',
  after: 'Bestellung ablegen',
} as const

/** Where the files that the demo shows lie in the repository. */
export const SHOP_FILES = {
  source: 'locales/en.json',
  translation: 'locales/de.json',
  page: 'welcome.md',
} as const

/** A thousand texts and their translations, as the last run left them. */
export function shopTexts(): { readonly source: DemoTexts; readonly translation: DemoTexts } {
  return {
    source: sections(
      ([noun]) => `${titled(noun)} {name} deleted`,
      ([noun], [verb]) => `${titled(verb)} ${noun}`,
    ),
    translation: sections(
      ([, noun]) => `${noun} {name} gelöscht`,
      ([, noun], [, verb]) => `${noun} ${verb}`,
    ),
  }
}

const titled = (word: string) => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`

/** A section for each noun, with a button for each verb and the news that one is gone. */
function sections(news: (noun: Word) => string, button: (noun: Word, verb: Word) => string): DemoTexts {
  const texts = (noun: Word) => [...VERBS.map(verb => [verb[0], button(noun, verb)]), [CHANGED.key, news(noun)]]
  return Object.fromEntries(NOUNS.map(noun => [noun[0], Object.fromEntries(texts(noun))]))
}

/** The same texts with another one at a place. */
export function withText(
  texts: DemoTexts,
  { section, key, after }: { readonly section: string; readonly key: string; readonly after: string },
): DemoTexts {
  return { ...texts, [section]: { ...texts[section], [key]: after } }
}

/** A locale file, as editors write it. */
export function localeFile(texts: DemoTexts): string {
  return `${JSON.stringify(texts, null, 2)}\n`
}

/** The lock of a run that wrote all of these translations. */
function shopLock(source: DemoTexts, translation: DemoTexts): string {
  return writeLock(
    Object.entries(source).flatMap(([section, texts]) =>
      Object.entries(texts).map(
        ([key, text]): LockLine => ({
          file: SHOP_FILES.source,
          key: `json:/${section}/${key}`,
          language: 'de',
          source: hashOfSource({ text }),
          written: hashOfText(translation[section]?.[key] ?? ''),
          by: { who: 'machine' },
        }),
      ),
    ),
  )
}

/** The folders of the repository. By the last two and HEAD git takes it for a repository of its own, and looks at none above. */
export const SHOP_FOLDERS = ['locales', '.git/objects', '.git/refs'] as const

/** The files of the repository when the demo begins: source and translation were changed since the run that wrote the lock. */
export function shopFiles(): Readonly<Record<string, string>> {
  const { source, translation } = shopTexts()
  const project = { source: 'en', targets: ['de'], files: { include: ['locales/[locale].json'] } }
  return {
    '.git/HEAD': 'ref: refs/heads/main\n',
    [PROJECT_FILE]: `${JSON.stringify(project, null, 2)}\n`,
    [LOCK_FILE]: shopLock(source, translation),
    [SHOP_FILES.source]: localeFile(withText(source, CHANGED)),
    [SHOP_FILES.translation]: localeFile(withText(translation, CORRECTED)),
    [SHOP_FILES.page]: [
      '# Welcome to the shop\n\n',
      'Your first order is on its way. Read the [terms](https://example.com/terms) before it arrives.\n',
    ].join(''),
  }
}
