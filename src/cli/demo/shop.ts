import { hashOfSource, hashOfText, LOCK_FILE, type LockLine, writeLock } from '../../sync/lock/index.ts'
import { PROJECT_FILE } from '../../sync/project/project-file.ts'

/** What the buttons of the shop do, in English and in German: each verb stands before an English noun, and after a German one. */
const VERBS = {
  add: ['Add', 'hinzufügen'],
  archive: ['Archive', 'archivieren'],
  assign: ['Assign', 'zuweisen'],
  check: ['Check', 'prüfen'],
  close: ['Close', 'schließen'],
  compare: ['Compare', 'vergleichen'],
  copy: ['Copy', 'kopieren'],
  create: ['Create', 'erstellen'],
  edit: ['Edit', 'bearbeiten'],
  export: ['Export', 'exportieren'],
  filter: ['Filter', 'filtern'],
  hide: ['Hide', 'ausblenden'],
  import: ['Import', 'importieren'],
  lock: ['Lock', 'sperren'],
  move: ['Move', 'verschieben'],
  open: ['Open', 'öffnen'],
  print: ['Print', 'drucken'],
  rename: ['Rename', 'umbenennen'],
  save: ['Save', 'speichern'],
  search: ['Search', 'suchen'],
  send: ['Send', 'senden'],
  share: ['Share', 'teilen'],
  show: ['Show', 'anzeigen'],
  sort: ['Sort', 'sortieren'],
} as const

/** What the buttons are about. */
const NOUNS = {
  account: ['account', 'Konto'],
  address: ['address', 'Adresse'],
  basket: ['basket', 'Warenkorb'],
  brand: ['brand', 'Marke'],
  calendar: ['calendar', 'Kalender'],
  category: ['category', 'Kategorie'],
  chart: ['chart', 'Diagramm'],
  comment: ['comment', 'Kommentar'],
  contact: ['contact', 'Kontakt'],
  contract: ['contract', 'Vertrag'],
  coupon: ['coupon', 'Gutschein'],
  customer: ['customer', 'Kundenkonto'],
  delivery: ['delivery', 'Lieferung'],
  document: ['document', 'Dokument'],
  draft: ['draft', 'Entwurf'],
  file: ['file', 'Datei'],
  folder: ['folder', 'Ordner'],
  group: ['group', 'Gruppe'],
  image: ['image', 'Bild'],
  invoice: ['invoice', 'Rechnung'],
  letter: ['letter', 'Brief'],
  list: ['list', 'Liste'],
  message: ['message', 'Nachricht'],
  note: ['note', 'Notiz'],
  offer: ['offer', 'Angebot'],
  order: ['order', 'Bestellung'],
  page: ['page', 'Seite'],
  payment: ['payment', 'Zahlung'],
  product: ['product', 'Produkt'],
  project: ['project', 'Projekt'],
  receipt: ['receipt', 'Quittung'],
  report: ['report', 'Bericht'],
  review: ['review', 'Bewertung'],
  role: ['role', 'Rolle'],
  shelf: ['shelf', 'Regal'],
  store: ['store', 'Filiale'],
  table: ['table', 'Tabelle'],
  task: ['task', 'Aufgabe'],
  template: ['template', 'Vorlage'],
  ticket: ['ticket', 'Ticket'],
} as const

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
  const source = sections(
    ([english]) => `${english.slice(0, 1).toUpperCase()}${english.slice(1)} {name} deleted`,
    ([english], [verb]) => `${verb} ${english}`,
  )
  const translation = sections(
    ([, german]) => `${german} {name} gelöscht`,
    ([, german], [, verb]) => `${german} ${verb}`,
  )
  return { source, translation }
}

type Word = readonly [english: string, german: string]

function sections(deleted: (noun: Word) => string, button: (noun: Word, verb: Word) => string): DemoTexts {
  return Object.fromEntries(
    Object.entries(NOUNS).map(([section, noun]) => [
      section,
      {
        ...Object.fromEntries(Object.entries(VERBS).map(([key, verb]) => [key, button(noun, verb)])),
        [CHANGED.key]: deleted(noun),
      },
    ]),
  )
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
