import { CHANGED } from './shop.ts'

/** There is no model in the demo: these answers, in this order, play the assistant. The first loses a placeholder, so that the check is seen. */
const IDEAS: Readonly<Record<string, readonly string[]>> = {
  [CHANGED.after]: ['Die Bestellung liegt im Papierkorb', CHANGED.translated_after],
}

/** A line as translate_segments hands it out: `1.1[order:deleted] the text`. */
const LINE = /^(?<number>\d+(?:\.\d+)*)(?:\[[^\]]*\])? (?<text>.*)$/

/** Answers lines that are handed out: a text that comes again gets its next idea. The answers throw where there is none left. */
export function createDictionary(): (lines: readonly string[]) => readonly string[] {
  const asked = new Map<string, number>()
  return lines =>
    lines.map(line => {
      const { number = '', text = '' } = LINE.exec(line)?.groups ?? {}
      const time = asked.get(text) ?? 0
      asked.set(text, time + 1)
      const idea = IDEAS[text]?.[time]
      if (idea === undefined) throw new Error(`The demo has no answer to: ${line}`)
      return `${number} ${idea}`
    })
}
