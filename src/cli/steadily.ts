/** The least time between two lines, in milliseconds. */
const EVERY_MS = 5000

/** Tells how far long work is: nothing for the first five seconds, then at most a line every five. Words are made only when told. */
export function steadily(
  tell: (line: string) => void,
  now: () => number = () => performance.now(),
): (words: () => string) => void {
  let last = now()
  return words => {
    if (now() - last < EVERY_MS) return
    last = now()
    tell(words())
  }
}
