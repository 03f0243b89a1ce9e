/**
 * The act in which the assistant translates by itself. There is no model in the demo: a dictionary of a few sentences plays it,
 * and makes one mistake on purpose, so that the check can be seen.
 */
const SENTENCES = {
  'Save file': ['Datei speichern'],
  'Good morning, {name}!': ['Guten Morgen!', 'Guten Morgen, {name}!'],
  'Read <g1>all</g1> of it': ['Lies <g1>alles</g1> davon'],
  'You have {count} new messages.': ['Sie haben {count} neue Nachrichten.'],
}

/** The assistant's answers to numbered lines: each time it is asked a line again, its next idea. @throws where it has none left */
export function createAssistant() {
  const asked = new Map()
  return lines =>
    lines.map(line => {
      const [number] = line.split(' ', 1)
      const time = asked.get(line) ?? 0
      asked.set(line, time + 1)
      const answer = SENTENCES[line.slice(number.length + 1)]?.[time]
      if (answer === undefined) throw new Error(`The demo has no answer left to: ${line}`)
      return `${number} ${answer}`
    })
}
