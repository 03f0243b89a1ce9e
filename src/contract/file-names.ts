/**
 * File names that another system reads as something else than a name: a drive, a stream, a device, another folder. This is the only
 * table of them: names from the service, names in a zip and names that a caller gives all pass it.
 */
import { HIDDEN, hides } from './hidden.ts'

/** Names of devices on Windows, in any letter case, whatever follows the first dot: `con`, `NUL.txt`, `COM1`. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|com[0-9¹²³]|lpt[0-9¹²³]) *(?:\.|$)/i
/** `C:x` is a file on another drive, `a.txt:b` a hidden stream of a.txt; the others are no part of a name on Windows. */
const RESERVED = /[<>:"|?*]/g
/** Windows leaves these out, so two names become one. */
const END = /(?<![. ])[. ]+$/

/** True for the name of a device on Windows. */
export function namesDevice(name: string): boolean {
  return DEVICE.test(name)
}

/** What is wrong with a name, in words that complete `The name …`; undefined where it means the same on every system. */
export function flawOf(name: string): string | undefined {
  if (name === '' || name === '.' || name === '..') return 'is no name of a file'
  if (/[\\/]/.test(name)) return 'has a folder in it'
  if (hides(name)) return 'has a hidden character'
  if (name.includes(':')) return 'has a colon, which means a drive or a stream on Windows'
  if (DEVICE.test(name)) return 'is a device on Windows'
  if (END.test(name)) return 'ends in a dot or a space, which Windows leaves out'
  return undefined
}

/** The name without folders, hidden characters and all that has a meaning of its own on Windows; `fallback` where nothing is left. */
export function safeName(name: string, fallback = 'translation'): string {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  const plain = base
    .replaceAll(HIDDEN, '')
    .replace(/^[A-Za-z]:/, '')
    .replaceAll(RESERVED, '_')
    .replace(END, '')
  if (plain === '') return fallback
  return DEVICE.test(plain) ? `_${plain}` : plain
}
