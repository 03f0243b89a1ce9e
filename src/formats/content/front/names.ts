/**
 * The values of front matter that readers see, by the names that site generators give them. They are translated like the text below;
 * all other values are left out unless somebody asks for them.
 */

/** A path of keys; `*` is any item of a list. */
const SHOWN: readonly string[] = [
  // Nearly all generators.
  ...['title', 'subtitle', 'description', 'summary', 'excerpt', 'abstract', 'tagline', 'headline', 'lead', 'intro'],
  // Hugo
  ...['linkTitle', 'linktitle', 'menu.*.name', 'menu.*.title', 'menus.*.name', 'menus.*.title', 'cascade.title'],
  // Jekyll and its themes
  ...['short_title', 'nav_title', 'header.caption', 'header.actions.*.label', 'image.alt', 'image.caption'],
  ...[
    'toc_title',
    'toc_label',
    'feature_row.*.title',
    'feature_row.*.excerpt',
    'feature_row.*.alt',
    'feature_row.*.btn_label',
  ],
  // Docusaurus
  ...['sidebar_label', 'pagination_label', 'title_meta', 'image_alt'],
  // VitePress
  ...['titleTemplate', 'hero.text', 'hero.tagline', 'hero.image.alt', 'hero.actions.*.text', 'features.*.title'],
  ...['features.*.details', 'features.*.linkText', 'features.*.icon.alt'],
  // VuePress
  ...['heroText', 'heroAlt', 'actionText', 'actions.*.text', 'footer', 'shortTitle', 'navbarTitle'],
  // Starlight
  ...[
    'hero.title',
    'sidebar.label',
    'sidebar.badge',
    'sidebar.badge.text',
    'banner.content',
    'prev.label',
    'next.label',
  ],
  ...['prev.text', 'next.text'],
  // MkDocs Material, GitBook, Mintlify, Fumadocs, Nextra
  ...[
    'hero.description',
    'sidebarTitle',
    'nav_label',
    'cover.alt',
    'seo.title',
    'seo.description',
    'og.title',
    'og.description',
  ],
]

/** The names of a step, and what can follow it. */
interface Step {
  readonly ends: boolean
  readonly next: ReadonlyMap<string, Step>
}

function stepOf(paths: readonly (readonly string[])[]): Step {
  const names = new Set(paths.flatMap(([name]) => name ?? []))
  const next = [...names].map(name => {
    const below = paths.filter(path => path[0] === name).map(path => path.slice(1))
    return [name, stepOf(below)] as const
  })
  return { ends: paths.some(path => path.length === 0), next: new Map(next) }
}

const ROOT = stepOf(SHOWN.map(path => path.split('.')))

/** Whether a value at this path is shown to readers, or has one below it. */
export function shownAt(path: readonly string[]): 'shown' | 'below' | undefined {
  let step: Step | undefined = ROOT
  for (const key of path) step = step?.next.get(key) ?? step?.next.get('*')
  return step?.ends === true ? 'shown' : step ? 'below' : undefined
}
