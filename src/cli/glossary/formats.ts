/** The formats that a glossary is written in and read from. */
export const GLOSSARY_FORMATS = ['tbx', 'csv', 'tsv', 'tmx'] as const
export type GlossaryFormat = (typeof GLOSSARY_FORMATS)[number]
