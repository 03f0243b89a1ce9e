/** Whether what a catalogue has as its sources are keys, which nobody reads. */

/** A message of a catalogue, as a sample of all. */
export interface SampleMessage {
  readonly id: string
  /** The (first) translation, which may be empty. */
  readonly target: string
}

/** Whether a source is one word, as keys are. In a catalogue of keys nothing else tells it from a text. */
export function isOneWord(source: string): boolean {
  return source.length <= LONGEST_KEY && !BLANK.test(source)
}

/** `menu.file.open`, `btn_save`, `day-monday`, `fileName`. */
const KEY = /^[A-Za-z0-9]+(?:[._:/-]+[A-Za-z0-9]+)+$|^[a-z]+(?:[A-Z][a-z0-9]*)+$/
const LONGEST_KEY = 200
const BLANK = /\s/
/** How many of the sources must be one word, and how many of them in the form of a key, so that all of them count as keys. */
const ONE_WORD = 0.9
const IN_FORM = 0.6
/** Fewer messages than this are keys only if they have another text: two names of files may be all that there is. */
const FEW = 3

export function areKeys(samples: readonly SampleMessage[]): boolean {
  let words = 0
  let formed = 0
  for (const { id } of samples) {
    if (!isOneWord(id)) continue
    words += 1
    if (KEY.test(id)) formed += 1
  }
  if (formed === 0 || words < samples.length * ONE_WORD || formed < samples.length * IN_FORM) return false
  return samples.length >= FEW || samples.some(({ id, target }) => target !== '' && target !== id)
}
