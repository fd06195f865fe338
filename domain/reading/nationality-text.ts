import { countryName } from '#domain/country-names.ts'
import { once } from '#domain/once.ts'

/** The country codes of travel documents (ISO 3166-1 alpha-3), each followed by ours for the same country. */
const PAIRS = `
  ABWAW AFGAF AGOAO AIAAI ALAAX ALBAL ANDAD AREAE ARGAR ARMAM ASMAS ATAAQ ATFTF ATGAG AUSAU AUTAT AZEAZ
  BDIBI BELBE BENBJ BESBQ BFABF BGDBD BGRBG BHRBH BHSBS BIHBA BLMBL BLRBY BLZBZ BMUBM BOLBO BRABR BRBBB
  BRNBN BTNBT BVTBV BWABW CAFCF CANCA CCKCC CHECH CHLCL CHNCN CIVCI CMRCM CODCD COGCG COKCK COLCO COMKM
  CPVCV CRICR CUBCU CUWCW CXRCX CYMKY CYPCY CZECZ DEUDE DJIDJ DMADM DNKDK DOMDO DZADZ ECUEC EGYEG ERIER
  ESHEH ESPES ESTEE ETHET FINFI FJIFJ FLKFK FRAFR FROFO FSMFM GABGA GBRGB GEOGE GGYGG GHAGH GIBGI GINGN
  GLPGP GMBGM GNBGW GNQGQ GRCGR GRDGD GRLGL GTMGT GUFGF GUMGU GUYGY HKGHK HMDHM HNDHN HRVHR HTIHT HUNHU
  IDNID IMNIM INDIN IOTIO IRLIE IRNIR IRQIQ ISLIS ISRIL ITAIT JAMJM JEYJE JORJO JPNJP KAZKZ KENKE KGZKG
  KHMKH KIRKI KNAKN KORKR KWTKW LAOLA LBNLB LBRLR LBYLY LCALC LIELI LKALK LSOLS LTULT LUXLU LVALV MACMO
  MAFMF MARMA MCOMC MDAMD MDGMG MDVMV MEXMX MHLMH MKDMK MLIML MLTMT MMRMM MNEME MNGMN MNPMP MOZMZ MRTMR
  MSRMS MTQMQ MUSMU MWIMW MYSMY MYTYT NAMNA NCLNC NERNE NFKNF NGANG NICNI NIUNU NLDNL NORNO NPLNP NRUNR
  NZLNZ OMNOM PAKPK PANPA PCNPN PERPE PHLPH PLWPW PNGPG POLPL PRIPR PRKKP PRTPT PRYPY PSEPS PYFPF QATQA
  REURE RKSXK ROURO RUSRU RWARW SAUSA SDNSD SENSN SGPSG SGSGS SHNSH SJMSJ SLBSB SLESL SLVSV SMRSM SOMSO
  SPMPM SRBRS SSDSS STPST SURSR SVKSK SVNSI SWESE SWZSZ SXMSX SYCSC SYRSY TCATC TCDTD TGOTG THATH TJKTJ
  TKLTK TKMTM TLSTL TONTO TTOTT TUNTN TURTR TUVTV TWNTW TZATZ UGAUG UKRUA UMIUM URYUY USAUS UZBUZ VATVA
  VCTVC VENVE VGBVG VIRVI VNMVN VUTVU WLFWF WSMWS YEMYE ZAFZA ZMBZM ZWEZW`

/** Codes of travel documents that are no country of the list (ICAO 9303, part 3). */
const OTHERS: Readonly<Record<string, string>> = {
  D: 'Germany',
  GBD: 'British Overseas Territories citizen',
  GBN: 'British National (Overseas)',
  GBO: 'British Overseas citizen',
  GBP: 'British protected person',
  GBS: 'British subject',
  UNA: 'United Nations agency',
  UNO: 'United Nations',
  XXA: 'Stateless',
  XXB: 'Refugee',
  XXC: 'Refugee',
  XXK: 'Kosovo',
  XXX: 'Unspecified',
}

const ours = once(
  () =>
    new Map(
      PAIRS.trim()
        .split(/\s+/)
        .map((pair) => [pair.slice(0, 3), pair.slice(3)] as const),
    ),
)

/** Returns the country of a nationality from a travel document, with its code: Ireland (IRL); a code without a name alone. */
export function nationalityText(code: string): string {
  const country = ours().get(code)
  const name = country ? countryName(country) : OTHERS[code]
  return name ? `${name} (${code})` : code
}
