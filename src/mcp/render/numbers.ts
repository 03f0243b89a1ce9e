import { instantOf } from '../../contract/finding.ts'

/** 12,345 */
export function count(number: number): string {
  grouped ??= new Intl.NumberFormat('en-US')
  return grouped.format(number)
}

/** Made once, when it is first needed: making a formatter is slow. */
let grouped: Intl.NumberFormat | undefined

/** `1 word`, `12,345 words` */
export function counted(number: number, one: string, many = `${one}s`): string {
  return `${count(number)} ${number === 1 ? one : many}`
}

/** 1.2 MB: a size in bytes for people. */
export function bytes(size: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB']
  let value = size
  let unit = 0
  // Compare the rounded value, which is what people see: 999,500 bytes are 1.0 MB, not 1000 kB.
  while (Math.round(value) >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  return unit === 0 ? counted(size, 'byte') : `${value.toFixed(value < 9.95 ? 1 : 0)} ${units[unit]}`
}

/** 2026-11-21 14:05 UTC: a moment for people, from a timestamp of any form. Other text is given back unchanged. */
export function moment(timestamp: string): string {
  const at = instantOf(timestamp)
  return at === undefined ? timestamp : `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
