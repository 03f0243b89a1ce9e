import type { Elsewhere } from '../support/attack-table.ts'

const RULES = 'test/mcp/consent-rules.test.ts'
const DIALOG = 'test/mcp/consent.test.ts'
const PAGE = 'test/mcp/consent-elsewhere.slow.test.ts'

/** Attacks on the consent of a person, which tests outside this folder try. */
export const ON_CONSENT: readonly Elsewhere[] = [
  ['Consent', 'some combination of facts spends without a yes', RULES, 'spends in no combination'],
  ['Consent', 'the state of a question is forged, or of another key', RULES, 'is worth nothing forged'],
  ['Consent', 'a code is altered, or of another question', RULES, 'is worth nothing for another question'],
  ['Consent', 'an accept that answers no question', DIALOG, 'an accept of no question of ours'],
  ['Consent', 'a code of another plan or cost', DIALOG, 'is refused when it is wrong'],
  ['Consent', 'codes are guessed', DIALOG, 'ends after five wrong ones'],
  ['Consent', 'a code is used late', DIALOG, 'is refused after its fifteen minutes'],
  ['Consent', 'a code, page or question from before her no', DIALOG, 'takes her no for the end of every code'],
  ['Consent', 'a code goes round a dialog', DIALOG, 'ignores a code where the host can ask'],
  ['Consent', 'the plan is changed while the question is open', DIALOG, 'asks again when the plan moved'],
  ['Consent', 'a plan is approved that nobody read', DIALOG, 'of a plan that was not read'],
  ['Consent', 'the second approval of a race', DIALOG, 'that comes second in a race'],
  ['Consent', 'an approval is repeated', DIALOG, 'that is repeated spends nothing'],
  ['Consent', 'an approval costs more than the operator allows', DIALOG, '--max-credits refuses'],
  ['Consent', 'a yes from elsewhere where only a dialog counts', DIALOG, '--consent=required spends only'],
  ['Consent', 'a yes is used twice, by somebody else, for another plan', PAGE, 'a yes is good once'],
  ['Consent', 'a yes is used late', PAGE, 'a question ends after its fifteen minutes'],
  ['Consent', 'the agent looks for the address of her page', PAGE, 'the page is opened, and its address'],
  ['Consent', 'her no to several is gone round by one of them', PAGE, 'stay as they are on one no'],
  ['Consent', 'the place for questions is broken', PAGE, 'questions that cannot be kept'],
]
