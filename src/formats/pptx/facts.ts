import type { FormatFacts } from '../format.ts'

const NEVER =
  'style|formatting|layout|animation|transition|picture|image|video|slide number|theme|macro|Formatierung|Animationen|Übergänge|Bilder|Foliennummern|numéros de diapositive|animaciones|números de diapositiva|アニメーション|画像|スライド番号'.split(
    '|',
  )

/** What separates a slide from its title in the name of a part: “Slide 3: Results”. */
export const SLIDE_TITLE_SEPARATOR = ': '

export const pptxFacts: FormatFacts = {
  family: 'pptx',
  extensions: ['pptx'],
  traits: { part_noun: 'section', part_separator: SLIDE_TITLE_SEPARATOR, ordinals: 'slide', never: NEVER },
}
