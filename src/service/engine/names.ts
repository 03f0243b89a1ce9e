/** The engines of this build, by the name that `TRANSLATION_ENGINE` takes. Apart from the engines, so that settings can be read without them. */
export const ENGINE_NAMES = ['agent', 'openai', 'deepl', 'apertium', 'pseudo'] as const
export type EngineName = (typeof ENGINE_NAMES)[number]
