/** A text of a document, and where its translation goes. */
import type { CodedRuns } from '../bytes/runs/index.ts'
import type { XmlTag } from '../bytes/xml/index.ts'
import type { Unit } from '../format.ts'
import type { LanguagePlaces } from './language.ts'

export type OdfTarget =
  /** `cell`: the tag of a cell that says its text once more. */
  | { readonly in: 'line'; readonly runs: CodedRuns; readonly cell?: XmlTag | undefined }
  | { readonly in: 'text'; readonly like: string }
  | { readonly in: 'attribute'; readonly tag: XmlTag; readonly name: string }
  /** No text: where the document says its language. */
  | { readonly in: 'language'; readonly places: LanguagePlaces }
  | { readonly in: 'nothing' }

/** Whether anything of a document was written: then it says another language. */
export interface OdfLedger {
  written: boolean
}

export interface OdfUnit extends Unit {
  readonly ledger: OdfLedger
  readonly target_place: OdfTarget
}

export type NewOdfUnit = Omit<OdfUnit, 'index' | 'ledger'>
export type OdfBeside = (path: string) => OdfUnit | undefined

export function runsOf(unit: OdfUnit | undefined): CodedRuns | undefined {
  return unit?.target_place.in === 'line' ? unit.target_place.runs : undefined
}

/** Tags of ours in a text: looks, links and signs. */
export const OWN_TAGS = /<\/?[gx]\d+\/?>/g
