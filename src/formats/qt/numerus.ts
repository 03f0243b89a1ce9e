/**
 * The plural forms that Qt knows: how many a language has, and for which numbers, as the tables of Qt Linguist say (`lrelease` takes as
 * many `numerusform` of a message). They are others than those of gettext and of CLDR.
 */
import { type PluralForms, parsePluralForms, pluralFormsFor } from '../content/gettext-plurals.ts'

const RULES: readonly (readonly [count: number, expression: string, languages: string])[] = [
  [1, '0', 'bi bo dz fa fj gn hu id ja jv ko ms my na om su th tr tt vi yo za zh'],
  [
    2,
    'n != 1',
    'aa ab af am as ay az ba bg bn ca co da de el en eo es et eu fi fo fur fy gl gu ha he hi ia ie it iw ka kk kl km kn ks ku kw ky la lb ln lo mg ml mn mr nb ne nl nn no nso oc or pa ps pt qu rm rn rw sd si sn so sq ss st sv sw ta te tg tk tn to ts ug ur uz vo wo xh yi zu',
  ],
  [2, 'n > 1', 'br fil fr hy pt-br ti wa'],
  [2, 'n%10==1 && n%100!=11 ? 0 : 1', 'is'],
  [3, 'n%10==1 && n%100!=11 ? 0 : n!=0 ? 1 : 2', 'lv'],
  [3, 'n==1 ? 0 : n==2 ? 1 : 2', 'dv ga gv ik iu mi sa se sm'],
  [3, 'n==1 ? 0 : n>=2 && n<=4 ? 1 : 2', 'cs sk'],
  [3, 'n%10==1 ? 0 : n%10==2 ? 1 : 2', 'mk'],
  [3, 'n%10==1 && n%100!=11 ? 0 : n%10!=0 && (n%100<10 || n%100>19) ? 1 : 2', 'lt'],
  [3, 'n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>19) ? 1 : 2', 'be bs hr ru sr uk'],
  [3, 'n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>19) ? 1 : 2', 'pl'],
  [3, 'n==1 ? 0 : n==0 || n%100>=1 && n%100<=19 ? 1 : 2', 'ro'],
  [4, 'n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3', 'sl'],
  [4, 'n==1 || n==11 ? 0 : n==2 || n==12 ? 1 : n>=3 && n<=19 ? 2 : 3', 'gd'],
  [4, 'n==1 ? 0 : n==0 || n%100>=1 && n%100<=10 ? 1 : n%100>=11 && n%100<=19 ? 2 : 3', 'mt'],
  [5, 'n==0 ? 0 : n==1 ? 1 : n>=2 && n<=5 ? 2 : n==6 ? 3 : 4', 'cy'],
  [6, 'n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5', 'ar'],
]

const BY_LANGUAGE = new Map(
  RULES.flatMap(([count, expression, languages]) =>
    languages.split(' ').map(language => [language, `nplurals=${count}; plural=${expression};`] as const),
  ),
)

/** The plural forms that a message in this language has (a BCP 47 tag); those of gettext where Qt knows none. */
export function numerusFormsFor(tag: string): PluralForms {
  const lower = tag.toLowerCase()
  const rule = BY_LANGUAGE.get(lower) ?? BY_LANGUAGE.get(lower.split('-')[0] ?? '')
  return (rule === undefined ? undefined : parsePluralForms(rule)) ?? pluralFormsFor(tag)
}
