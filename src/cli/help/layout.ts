/** The width that help is written for, in columns: that of the smallest terminal in use. */
export const COLUMNS = 80

/** A text in lines of at most so many columns, broken at its spaces. A longer word keeps a line of its own. */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= columns) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}

/** A paragraph, indented by so many columns. */
export function indented(text: string, by: number): string[] {
  return wrapped(text, COLUMNS - by).map(line => `${' '.repeat(by)}${line}`)
}

/** Rows of a name and its words, which stand in a column of their own. A name that is too long for its column has a line to itself. */
export function rows(all: readonly (readonly [name: string, words: string])[], width: number): string[] {
  return all.flatMap(([name, words]) => {
    const [first = '', ...others] = indented(words, width + 4)
    return name.length <= width
      ? [`  ${name.padEnd(width)}  ${first.trimStart()}`, ...others]
      : [`  ${name}`, first, ...others]
  })
}
