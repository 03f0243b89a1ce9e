import * as z from 'zod'
import { ENGINE_NAMES } from '../service/engine/configured.ts'

const LINE =
  /^(?<engine>[a-z]+)(?:\/(?<model>\S+))? (?<unit>characters|tokens|credits) (?<million>\d{1,9}(?:\.\d{1,6})?) (?<currency>[A-Z]{3})$/
const ACCEPTED =
  'lines of ENGINE UNIT PRICE CURRENCY for a million of the unit, separated by semicolons, as "ENGINE characters 20 EUR; ENGINE/MODEL tokens 1.10 USD"'

/** A price table as the operator writes it: `ENGINE characters 20 EUR; ENGINE/MODEL tokens 1.10 USD`. */
export function priceTable() {
  return z
    .string()
    .transform(given =>
      given
        .split(';')
        .filter(line => line.trim() !== '')
        .map(line => line.trim().replace(/\s+/g, ' ')),
    )
    .refine(lines => lines.every(line => ENGINE_NAMES.includes(LINE.exec(line)?.groups?.engine ?? '')), ACCEPTED)
    .transform(lines => lines.flatMap(priceIn))
}

function priceIn(line: string) {
  const { engine, model, unit, million, currency } = LINE.exec(line)?.groups ?? {}
  if (engine === undefined || currency === undefined) return []
  return [{ engine, model, unit: unitOf(unit), million: Number(million), currency }]
}

function unitOf(word: string | undefined): 'characters' | 'tokens' | 'credits' {
  return word === 'characters' || word === 'credits' ? word : 'tokens'
}
