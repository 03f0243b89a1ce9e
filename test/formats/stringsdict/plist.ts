type Dict = { readonly [key: string]: string | Dict }

const HEAD = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
`

/** A property list as Xcode writes it. */
export function plistOf(dict: Dict): string {
  return `${HEAD}${dictOf(dict, '')}\n</plist>\n`
}

function dictOf(dict: Dict, indent: string): string {
  const pairs = Object.entries(dict).map(([key, value]) => {
    const written = typeof value === 'string' ? `<string>${value}</string>` : dictOf(value, `${indent}\t`)
    return `${indent}\t<key>${key}</key>\n${indent}\t${written}\n`
  })
  return `<dict>\n${pairs.join('')}${indent}</dict>`
}

/** A variable with its plural forms. */
export function plural(forms: Readonly<Record<string, string>>): Dict {
  return { NSStringFormatSpecTypeKey: 'NSStringPluralRuleType', NSStringFormatValueTypeKey: 'd', ...forms }
}

/** A message that is one variable. */
export function counted(forms: Readonly<Record<string, string>>): Dict {
  return { NSStringLocalizedFormatKey: '%#@n@', n: plural(forms) }
}
