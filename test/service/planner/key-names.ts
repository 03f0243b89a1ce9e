/** Names that keys of real catalogues have × plain wordings about one of them, and how a plan made of such words is judged. */
import type { Intent } from '../../../src/service/domain/intent.ts'
import { PlanRefusal } from '../../../src/service/domain/plan-refusal.ts'
import type { Survey } from '../../../src/service/domain/survey.ts'
import { verdict } from '../../../src/service/planner/selection.ts'
import { intentOf } from './files.ts'

/** Common names of keys, many of which are words of an instruction too. */
export const KEYS: readonly string[] = `
  about account actions active add address admin again alerts all also and any app archive as author available avatar back badge
  banner body brand browse button buttons buy bye call cancel cart casual category change chat cheap checkout children clear
  close code color columns comment comments company confirm contact content context copy count country create currency customers
  dark dashboard date de delete description desc details dialog done draft drop edit else email en empty error errors es every
  everything exclude existing export fail false faq feature features file files filter finish first footer for formal fr
  friendly from fuzzy general german greeting header headings hello help hi hidden home id ignore image import in include index
  info informal input instead intro into it items japanese jobs keep key keys label language languages last layout legal lite
  link links list loading login logout mail menu message messages meta missing more name names nav neutral never new next no
  none normal not note notes nothing number off ok old on only open or order other page pages paid paragraph part parts password
  pay phone placeholder plain please polish price print product products profile publish quality quote quotes reader readers
  ready remove rename replace reset rest result retry row rows save search section send settings share short sign_in signUp
  simple size skip sorry source spanish standard status strings style submit subtitle success summary support switch tab table
  tabs tags target terms text texts thanks the title titles to tone tooltip translate translated translation type undo
  untranslated update upload url use user users value version video view warning weiß welcome with without word words yes you`
  .trim()
  .split(/\s+/)

/** What words ask of the part they name. */
type Wish = 'skip' | 'only' | 'none'

/** Plain wordings; `X` stands for the name. */
export const WORDINGS: readonly (readonly [wording: string, wish: Wish])[] = [
  ['skip X', 'skip'],
  ['skip the X section', 'skip'],
  ['skip the key "X"', 'skip'],
  ['exclude "X"', 'skip'],
  ['exclude X', 'skip'],
  ['leave out X', 'skip'],
  ['leave X out', 'skip'],
  ['without X', 'skip'],
  ['except X', 'skip'],
  ['not X', 'skip'],
  ['everything but X', 'skip'],
  ['do not translate the X section', 'skip'],
  ['only X', 'only'],
  ['only the X section', 'only'],
  ['only the key "X"', 'only'],
  ['just "X"', 'only'],
  ['X only', 'only'],
  ['translate X only', 'only'],
  ['translate only X', 'only'],
  ['translate the X section only', 'only'],
  ['also X', 'none'],
  ['also the X section', 'none'],
  ['X too', 'none'],
  ['ohne X', 'skip'],
  ['ohne den Abschnitt X', 'skip'],
  ['nur X', 'only'],
  ['lass „X“ weg', 'skip'],
  ['sans X', 'skip'],
  ['seulement X', 'only'],
  ['sauf la section « X »', 'skip'],
  ['sin X', 'skip'],
  ['solo X', 'only'],
  ['excepto «X»', 'skip'],
  ['Xを除いて', 'skip'],
  ['「X」だけ', 'only'],
]

/** Ways to say it: in the first instruction, as a clause or a sentence, and afterwards. */
export const SAYINGS: readonly ((wording: string) => readonly string[])[] = [
  wording => [`Translate into Italian, ${wording}`],
  wording => [`Translate into Italian. ${wording}`],
  wording => ['Translate into Italian', wording],
]

/** Where the key stands: beside some others, below another, among all of these keys. */
export type Place = 'root' | 'inside' | 'among'

const DECOYS = ['welcome_mail.subject', 'basket.total', 'imprint']

/** A catalogue that has the key beside others. */
export function catalogueWith(key: string, place: Place = 'root'): Survey {
  const keys = place === 'among' ? KEYS : [place === 'root' ? key : `app.${key}`]
  const names = [...new Set([DECOYS[0] ?? '', ...keys, ...DECOYS.slice(1)])]
  const parts = names.map(part => ({ part, units: 2, words: 10, left_out: {} }))
  return { extension: 'json', parts, choices: { flags: {}, kinds: [] }, units: 8, words: 40, characters: 200 }
}

/** Wrong: told as applied, or passed on as style, and something else is done than what was asked. Half: reported, and yet done in part. */
export type Judgement = 'right' | 'reported' | 'refused' | 'wrong' | 'half'

/** Judges what became of a wording, said after others or as a refinement of them. */
export function judge(key: string, place: Place, said: readonly string[], wish: Wish): Judgement {
  const survey = catalogueWith(key, place)
  let intent: Intent
  try {
    intent = intentOf(survey, ...said)
  } catch (thrown) {
    if (thrown instanceof PlanRefusal) return 'refused'
    throw thrown
  }
  const part = place === 'inside' ? `app.${key}` : key
  const asked = (name: string): boolean => (wish === 'skip' ? name !== part : wish === 'only' ? name === part : true)
  const taken = survey.parts.map(({ part: name }) => verdict(intent.selection, { part: name }).included)
  const same =
    intent.target_languages.join() === 'it' &&
    intent.quality_tier === 'standard' &&
    intent.source_language === undefined &&
    intent.guidance.length + intent.keep_untranslated.length + intent.selection.also.length === 0
  const does = same && survey.parts.every(({ part: name }, at) => taken[at] === asked(name))
  if (intent.not_understood.length === 0) return does ? 'right' : 'wrong'
  const untouched = same && taken.every(Boolean) && intent.selection.lift.length === 0
  return untouched && intent.not_understood.some(clause => clause.includes(key)) ? 'reported' : 'half'
}
