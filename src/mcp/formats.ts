/**
 * What tools ask of the formats, loaded with the first file. They load this list and not the door of that room itself, which would bring all
 * that it leads to.
 */
export {
  FormatError,
  isCounterpart,
  languageOfFolders,
  loadFormat,
  localizedPath,
  otherLanguageSaid,
  traitsOf,
} from '../formats/index.ts'
