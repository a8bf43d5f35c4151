import type { Language } from '#kernel';

/** ISO 3166-1: alpha-2 codes of the countries whose code is not how their alpha-3 code begins. */
const OTHERS = `
  ABW AW; AGO AO; ALA AX; AND AD; ARE AE; ARM AM; ATA AQ; ATF TF; ATG AG; AUT AT; BDI BI; BEN BJ;
  BES BQ; BGD BD; BHS BS; BIH BA; BLR BY; BLZ BZ; BRB BB; BRN BN; CAF CF; CHL CL; CHN CN; COD CD;
  COG CG; COK CK; COM KM; CPV CV; CUW CW; CYM KY; DNK DK; ESH EH; EST EE; FLK FK; FRO FO; FSM FM;
  GIN GN; GLP GP; GNB GW; GNQ GQ; GRD GD; GRL GL; GUF GF; GUY GY; IRL IE; IRQ IQ; ISR IL; JAM JM;
  KAZ KZ; KOR KR; LBR LR; LBY LY; MAC MO; MAF MF; MDG MG; MDV MV; MEX MX; MLT MT; MNE ME; MNP MP;
  MOZ MZ; MTQ MQ; MYT YT; NIU NU; PAK PK; PCN PN; PLW PW; PNG PG; POL PL; PRK KP; PRT PT; PRY PY;
  PYF PF; SEN SN; SGS GS; SLB SB; SLV SV; SPM PM; SRB RS; SUR SR; SVK SK; SVN SI; SWE SE; SWZ SZ;
  SYC SC; TCD TD; TKM TM; TUN TN; TUR TR; TUV TV; UKR UA; URY UY; WLF WF
`;
const others = new Map(OTHERS.split(';').map((pair) => pair.trim().split(' ') as [string, string]));

const namesIn = {
  es: new Intl.DisplayNames('es', { type: 'region' }),
  en: new Intl.DisplayNames('en', { type: 'region' }),
};

/** What people call a country of c_Pais, in a language: the tax authority has Spanish names only. */
export const countryName = (country: string, language: Language): string =>
  namesIn[language].of(others.get(country) ?? country.slice(0, 2)) ?? country;
