import { language } from '../language.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type WallBoardPageTexts } from './en.ts'

export const wallBoardPageTexts: WallBoardPageTexts = { en, de, ar }[language]
