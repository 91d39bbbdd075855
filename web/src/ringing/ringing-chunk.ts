import { keepRinging } from './keep-ringing.ts'
import { MuteChoice } from './mute-choice.tsx'
import { RingOffer } from './ring-offer.tsx'
import { RingingSection } from './ringing-section.tsx'

/** The build puts these parts into one file, which is loaded when one of them is needed. */
export const ringingChunk = { RingingSection, RingOffer, MuteChoice, keepRinging }
