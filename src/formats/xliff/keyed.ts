/** Files whose sources are keys (`menu.open`), as Symfony has them: their texts are the targets, in one language. */
import { elementsIn, plainText, type XmlElement } from '../bytes/xml/index.ts'
import { areKeys, type SampleMessage } from '../content/message-keys.ts'
import type { FoundInXliff } from './reader.ts'

/** So many units from the beginning on show what the sources are. */
const LOOKED_AT = 300

/** What the sources of a file are. */
export class SourceSample {
  readonly #samples: SampleMessage[] = []
  /** What the file says of the language of its targets, in the first of its parts that has units. */
  target_language: string | undefined

  get isEnough(): boolean {
    return this.#samples.length >= LOOKED_AT
  }

  take(found: FoundInXliff): void {
    if (found.kind === 'header') return
    if (this.#samples.length === 0) this.target_language = found.scope.target_language
    for (const element of found.kind === 'unit' ? [found.element] : found.elements) {
      for (const [source, target] of pairsIn(element)) if (source !== '') this.#samples.push({ id: source, target })
    }
  }

  /** Whether the sources are keys, and there is text for some of them. */
  get isKeyed(): boolean {
    return areKeys(this.#samples) && this.#samples.some(({ id, target }) => target !== '' && target !== id)
  }
}

function pairsIn({ inside }: XmlElement): [source: string, target: string][] {
  const children = elementsIn(inside)
  const segments = children.filter(({ local }) => local === 'segment')
  return (segments.length > 0 ? segments.map(segment => elementsIn(segment.inside)) : [children]).map(parts => [
    textOf(parts, 'source'),
    textOf(parts, 'target'),
  ])
}

function textOf(parts: readonly XmlElement[], name: string): string {
  const element = parts.find(({ local }) => local === name)
  return element ? plainText(element.inside).trim() : ''
}
