/**
 * Postal codes by ranges, condensed from c_CodigoPostal (edition of 2022-01). States own whole thousands;
 * time zones and the border stimulus deviate from the state's own in the ranges given here.
 */

export type BorderStimulus = 'north' | 'south';

/** State key, first and last thousand of its codes, and the IANA zone of most of them. */
export const STATES: readonly (readonly [state: string, first: number, last: number, timeZone: string])[] = [
  ['CMX', 1, 16, 'America/Mexico_City'],
  ['AGU', 20, 20, 'America/Mexico_City'],
  ['BCN', 21, 22, 'America/Tijuana'],
  ['BCS', 23, 23, 'America/Mazatlan'],
  ['CAM', 24, 24, 'America/Merida'],
  ['COA', 25, 27, 'America/Monterrey'],
  ['COL', 28, 28, 'America/Mexico_City'],
  ['CHP', 29, 30, 'America/Mexico_City'],
  ['CHH', 31, 33, 'America/Chihuahua'],
  ['DUR', 34, 35, 'America/Monterrey'],
  ['GUA', 36, 38, 'America/Mexico_City'],
  ['GRO', 39, 41, 'America/Mexico_City'],
  ['HID', 42, 43, 'America/Mexico_City'],
  ['JAL', 44, 49, 'America/Mexico_City'],
  ['MEX', 50, 57, 'America/Mexico_City'],
  ['MIC', 58, 61, 'America/Mexico_City'],
  ['MOR', 62, 62, 'America/Mexico_City'],
  ['NAY', 63, 63, 'America/Mazatlan'],
  ['NLE', 64, 67, 'America/Monterrey'],
  ['OAX', 68, 71, 'America/Mexico_City'],
  ['PUE', 72, 75, 'America/Mexico_City'],
  ['QUE', 76, 76, 'America/Mexico_City'],
  ['ROO', 77, 77, 'America/Cancun'],
  ['SLP', 78, 79, 'America/Mexico_City'],
  ['SIN', 80, 82, 'America/Mazatlan'],
  ['SON', 83, 85, 'America/Hermosillo'],
  ['TAB', 86, 86, 'America/Mexico_City'],
  ['TAM', 87, 89, 'America/Monterrey'],
  ['TLA', 90, 90, 'America/Mexico_City'],
  ['VER', 91, 96, 'America/Mexico_City'],
  ['YUC', 97, 97, 'America/Merida'],
  ['ZAC', 98, 99, 'America/Mexico_City'],
];

/** Codes that belong to another state than their thousand: an oddity of the catalogue. */
export const OTHER_STATE: readonly (readonly [zip: number, state: string, timeZone: string])[] = [
  [68318, 'NAY', 'America/Mazatlan'],
];

/**
 * Municipalities that keep another clock than their state. Those at the border with the United States keep
 * summer time, which the rest of Mexico gave up on 2022-10-30 (Ley de los Husos Horarios).
 */
export const OTHER_ZONE: Readonly<Record<string, string>> = {
  'America/Matamoros': `
    26000-26170 26172-26177 26180 26183 26185 26190 26193 26200-26339 26400-26401 26405-26406
    26409-26412 26415 26420 26429-26431 26435 26450 26452-26454 26459-26460 26463-26465 26467
    26485-26486 26640 26643 26650 26659-26660 26662 26670 27500 27502 27505 27507-27508 27510-27512
    27514-27518 27520-27521 27525-27527 27529-27531 27533-27535 27537-27538 27540 27543-27547 27549
    65000-65069 66900 66910 66930 66940 66945 87300-87500 87503-87507 87510-87514 87520 87522
    87524-87525 87530 87535 87540-87599 88000-88300 88302-88307 88310 88321 88330 88335-88336 88338
    88340 88346 88349-88350 88370 88372-88374 88390 88400 88402-88408 88410 88412 88415 88420 88425
    88430 88434 88439-88440 88442-88444 88446-88450 88455-88456 88459-88460 88468-88470 88473
    88479-88480 88490 88500-88660 88670-88800 88803 88808-88811 88813 88815 88817-88821 88823-88828
    88830 88836-88837 88839-88841 88849-88879 88900 88910 88920 88923 88925 88930 88933-88936 88940
    88943-88946 88950 88959-88960 88970 88980 88990 88993-88995`,
  'America/Ciudad_Juarez': `
    31820-31823 31825 31829-31832 31837 31840 31844-31847 31849 32000-32743 32750 32752 32754 32758
    32760 32765 32767 32770 32774 32776-32777 32780 32783-32785 32789-32794 32797`,
  'America/Ojinaga': `
    32850 32853-32854 32880-32899 32980 32985 32992 32994-32998`,
  'America/Bahia_Banderas': '63726-63739',
};

/** Where the border region's fiscal stimulus applies (IVA at 8 percent). */
export const STIMULUS: Readonly<Record<BorderStimulus, string>> = {
  north: `
    21000-22767 22769-22796 22798-22804 22806-22823 22825-22826 22828-22833 22835-22861 22863
    22865-22876 22878-22905 22907-22935 22938-22941 22944-22947 22949-22952 22954-22955 22957-22965
    22967-22971 22973-22975 22977-22978 22980-22982 22984-22991 22993-22999 26000-26339 26400-26499
    26640-26699 27500-27549 31820-31849 32000-32799 32850-32899 32980-32999 65000-65069 83400-83799
    83860-83899 84000-84119 84140-84159 84180-84319 84620-84639 87300-87599 88000-88879 88900-88999`,
  south: `
    24330-24349 24640-24659 29933-29939 29950-29969 30140-30169 30180-30189 30230-30299 30700-30949
    77000-77099 77950-77999 86900-86979`,
};
