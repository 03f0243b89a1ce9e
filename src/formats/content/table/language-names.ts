/** Languages by their names: `German`, `Deutsch`, `Allemand`. */

const NAMED =
  `ar bg bn ca cs cy da de el en es et eu fa fi fil fr ga gl gu he hi hr hu hy id is it ja ka kk km kn ko lt lv mk ml mn mr ms nb no
  nl nn pa pl pt ro ru sk sl sq sr sv sw ta te th tr uk ur uz vi zh zh-Hans zh-Hant pt-BR pt-PT en-US en-GB es-ES es-MX es-419
  fr-FR fr-CA de-DE de-AT de-CH`.split(/\s+/)
/** The languages that tables name languages in, the likeliest first. `self`: each language in itself. */
const NAMINGS = ['en', 'self', 'de', 'fr', 'es'] as const
export type Naming = (typeof NAMINGS)[number]

interface Named {
  readonly tag: string
  /** The languages in which it is called so. */
  readonly namings: ReadonlySet<Naming>
}

let byName: ReadonlyMap<string, Named> | undefined

/** The language that a text names and says nothing else. */
export function languageNamed(text: string): Named | undefined {
  byName ??= allNames()
  return byName.get(text.normalize('NFC').toLowerCase())
}

function allNames(): ReadonlyMap<string, Named> {
  const names = new Map<string, { tag: string; namings: Set<Naming> }>()
  for (const naming of NAMINGS) {
    for (const tag of NAMED) {
      // Only a language with a script or a region is called otherwise in the dialect style.
      const isBoth = naming === 'en' || (naming === 'self' && tag.includes('-'))
      for (const style of isBoth ? STYLES : STYLES.slice(0, 1)) {
        const name = nameIn(naming, tag, style)?.normalize('NFC').toLowerCase() ?? ''
        const known = names.get(name)
        if (known === undefined && name !== '') names.set(name, { tag, namings: new Set([naming]) })
        else if (known?.tag === tag) known.namings.add(naming)
      }
    }
  }
  return names
}

/** `Portuguese (Brazil)` and `Brazilian Portuguese`; 中文（简体） and 简体中文. */
const STYLES = ['standard', 'dialect'] as const
const displays = new Map<string, Intl.DisplayNames>()

/** What a language is called in another; undefined where nobody says. */
export function nameIn(naming: Naming, tag: string, style: (typeof STYLES)[number] = 'standard'): string | undefined {
  const key = `${naming === 'self' ? tag : naming} ${style}`
  const display =
    displays.get(key) ??
    new Intl.DisplayNames([naming === 'self' ? tag : naming], {
      type: 'language',
      fallback: 'none',
      languageDisplay: style,
    })
  displays.set(key, display)
  return display.of(tag)
}

/** The likeliest naming that all of these have. */
export function namingOf(names: readonly ReadonlySet<Naming>[]): Naming {
  return NAMINGS.find(naming => names.every(namings => namings.has(naming))) ?? 'en'
}

/** A name in the case of another, which is called `usual` where nobody chose a case. */
export function nameLike(name: string, written: string, usual: string | undefined): string {
  if (written === usual) return name
  if (written === written.toUpperCase() && written !== written.toLowerCase()) return name.toUpperCase()
  if (written === written.toLowerCase()) return name.toLowerCase()
  return name.charAt(0).toUpperCase() + name.slice(1)
}
