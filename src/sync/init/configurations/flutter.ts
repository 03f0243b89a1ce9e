/** Flutter's `l10n.yaml`: where the catalogues lie, and which one is the template. */
import { parse } from 'yaml'
import { z } from 'zod'
import { localeNamed } from '../locale-names.ts'
import { fitter, LOCALE_SLOT } from '../pattern.ts'
import { below } from '../proposal.ts'
import { type ConfigurationReader, unread } from './configuration.ts'

/** With what Flutter takes where a field is not there. */
const FILE = z.looseObject({
  'arb-dir': z.string().default('lib/l10n'),
  'template-arb-file': z.string().default('app_en.arb'),
})
const template = fitter(`{name}_${LOCALE_SLOT}.arb`, false)

export const flutter: ConfigurationReader = {
  by: 'Flutter',
  file: /^l10n\.yaml$/,
  read(text, name) {
    const { data } = FILE.safeParse(parsed(text))
    if (data === undefined) return unread(name)
    const fit = template(data['template-arb-file'])
    if (fit?.locale === undefined || localeNamed(fit.locale) === undefined) {
      return { include: [], notes: [`The name of the template in ${name} says no language: nothing of it is taken.`] }
    }
    return {
      include: [below(data['arb-dir'], `${fit.name}_${LOCALE_SLOT}.arb`)],
      source: fit.locale,
      notes: [],
    }
  },
}

function parsed(text: string): unknown {
  try {
    return parse(text) ?? {}
  } catch {
    return undefined
  }
}
