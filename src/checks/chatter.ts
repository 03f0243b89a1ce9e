import type { Flaw } from './issue.ts'
import type { Pair } from './pair.ts'

/** The word translation in the languages that assistants answer in. */
const TRANSLATION =
  /translat|übersetz|tradu[cçz]|vertal|перев[оеё]д|перекла|tłumacz|překlad|oversæt|oversett|översätt|fordít|çevir|翻译|翻譯|翻訳|번역|ترجم|अनुवाद|dịch|terjemah|μετάφρα|käännö|traducere|תרגום/iu

/** What an assistant says before its answer. It is always short, and ends with a colon. */
const LEAD =
  /^\s*(?:(?:sure|certainly|of course|okay|ok|absolutely|gerne|natürlich|bien sûr|claro|certo)\b[!,. ]{0,3}\s?)?[^\n:：]{0,60}(?:translat\w*|übersetz\p{L}*|tradu[cçz]\p{L}*|vertaling|перевод(?!\p{L})|переклад(?!\p{L})|tłumaczenie|překlad|翻译|翻譯|翻訳|번역)[^\n:：]{0,60}[:：]/iu
/** What it says behind its answer, and the fences that it puts around it. */
const AFTER =
  /\n[^\S\n]*(?:let me know if|i hope this helps|hope this helps|note: i (?:have )?|\(?note: the translation)/iu
const OFFER = /^\s*(?:sure|certainly|of course|absolutely)[!,.]\s+(?:here|i)\b/iu
const INTRODUCED = /^\s*(?:here(?:'s|’s| is| are)|hier (?:ist|sind)|voici|aquí|ecco|вот|ось)(?!\p{L})/iu
const COLON = /[:：]/gu
const GOES_ON = /[:：]\s*\S/u
const FENCED = /^\s*```/

/** The words of an assistant about its answer, where the source says nothing of a translation. */
export function checkChatter({ text, translation }: Pair): readonly Flaw[] {
  const fenced = FENCED.test(translation) && !text.includes('```')
  const says = (said: RegExp): boolean => said.test(translation) && !said.test(text)
  const leads = says(LEAD) && (says(INTRODUCED) || !hasColonsOf(text, translation))
  const chats = !TRANSLATION.test(text) && (leads || says(AFTER) || says(OFFER))
  if (!fenced && !chats) return []
  return [{ message: 'The translation begins or ends with words about itself. Give the translation alone.' }]
}

/** True for a label as the source has one: `Localised by: Ann` may be `Übersetzung: Ann`. */
function hasColonsOf(text: string, translation: string): boolean {
  const count = (of: string): number => of.match(COLON)?.length ?? 0
  return count(text) === count(translation) && GOES_ON.test(text) === GOES_ON.test(translation)
}
