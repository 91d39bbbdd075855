import { language } from '../language.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type WallBoardTexts } from './en.ts'

export const wallBoardTexts: WallBoardTexts = { en, de, ar }[language]
