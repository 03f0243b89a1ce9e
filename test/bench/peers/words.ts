/** The texts of the repository that the bench translates, and their German: an answer in another language would rightly be refused. */
const GERMAN: ReadonlyMap<string, string> = new Map([
  ['the', 'die'],
  ['cart', 'Einkaufswagen'],
  ['order', 'Bestellung'],
  ['customer', 'Kunde'],
  ['invoice', 'Rechnung'],
  ['page', 'Seite'],
  ['button', 'Schaltfläche'],
  ['settings', 'Einstellungen'],
  ['saved', 'gespeichert'],
  ['changed', 'geändert'],
  ['removed', 'entfernt'],
  ['please', 'bitte'],
  ['choose', 'wählen'],
  ['another', 'eine andere'],
  ['file', 'Datei'],
  ['before', 'bevor'],
  ['you', 'Sie'],
  ['send', 'senden'],
  ['it', 'es'],
  ['again', 'noch einmal'],
  ['today', 'heute'],
])
const ENGLISH = [...GERMAN.keys()]

/** A text of four to ten words by its number, every fifth with a placeholder. The same number gives the same text. */
export function englishText(number: number): string {
  let state = number * 2_654_435_761 + 1
  const next = (most: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >> 8) % most
  }
  const words = Array.from({ length: 4 + next(7) }, () => ENGLISH[next(ENGLISH.length)] ?? '')
  const text = `${words.join(' ')}${number % 5 === 0 ? ' {name}' : ''} ${number}`
  return text[0]?.toUpperCase() + text.slice(1)
}

/** Word by word; codes and numbers stay. */
export function inGerman(text: string): string {
  return text.replace(/\{\w+\}|[A-Za-z]+/g, word => GERMAN.get(word.toLowerCase()) ?? word)
}
