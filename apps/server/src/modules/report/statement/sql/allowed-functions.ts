// Lists the functions of PostgreSQL that a statement of a report may call, by purpose.

/** Functions by purpose, separated by blanks; a name stands for all functions of `pg_catalog` that have it. */
const byPurpose = {
  aggregate: `any_value array_agg avg bit_and bit_or bit_xor bool_and bool_or corr count covar_pop covar_samp every grouping
    json_agg json_agg_strict json_object_agg jsonb_agg jsonb_agg_strict jsonb_object_agg max min mode percentile_cont
    percentile_disc range_agg range_intersect_agg regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope regr_sxx
    regr_sxy regr_syy stddev stddev_pop stddev_samp string_agg sum var_pop var_samp variance`,
  window: 'cume_dist dense_rank first_value lag last_value lead nth_value ntile percent_rank rank row_number',
  arithmetic: `abs acos acosd acosh asin asind asinh atan atan2 atan2d atand atanh cbrt ceil ceiling cos cosd cosh cot cotd
    degrees div erf erfc exp factorial floor gcd lcm ln log log10 min_scale mod pi pow power radians random round scale sign sin
    sind sinh sqrt tan tand tanh trim_scale trunc width_bucket`,
  text: `ascii bit_length btrim casefold char_length character_length chr concat concat_ws decode encode format initcap
    is_normalized left length like_escape lower lpad ltrim md5 normalize octet_length overlay parse_ident position quote_ident
    quote_literal quote_nullable regexp_count regexp_instr regexp_like regexp_match regexp_matches regexp_replace
    regexp_split_to_array regexp_split_to_table regexp_substr repeat replace reverse right rpad rtrim sha224 sha256 sha384
    sha512 similar_to_escape split_part starts_with string_to_array string_to_table strpos substr substring to_ascii to_hex
    translate unistr upper`,
  date: `age clock_timestamp date_add date_bin date_part date_subtract date_trunc extract generate_series isfinite justify_days
    justify_hours justify_interval make_date make_interval make_time make_timestamp make_timestamptz now overlaps
    statement_timestamp timezone to_char to_date to_number to_timestamp transaction_timestamp`,
  json: `array_to_json json_array_elements json_array_elements_text json_array_length json_build_array json_build_object
    json_each json_each_text json_extract_path json_extract_path_text json_object json_object_keys json_strip_nulls
    json_to_record json_to_recordset json_typeof jsonb_array_elements jsonb_array_elements_text jsonb_array_length
    jsonb_build_array jsonb_build_object jsonb_each jsonb_each_text jsonb_extract_path jsonb_extract_path_text jsonb_insert
    jsonb_object jsonb_object_keys jsonb_path_exists jsonb_path_exists_tz jsonb_path_match jsonb_path_match_tz
    jsonb_path_query jsonb_path_query_array jsonb_path_query_array_tz jsonb_path_query_first jsonb_path_query_first_tz
    jsonb_path_query_tz jsonb_pretty jsonb_set jsonb_set_lax jsonb_strip_nulls jsonb_to_record jsonb_to_recordset
    jsonb_typeof row_to_json to_json to_jsonb`,
  array: `array_append array_cat array_dims array_fill array_length array_lower array_ndims array_position array_positions
    array_prepend array_remove array_replace array_reverse array_sort array_to_string array_upper cardinality
    generate_subscripts num_nonnulls num_nulls trim_array unnest`,
  range: `daterange datemultirange int4multirange int4range int8multirange int8range isempty lower_inc lower_inf multirange
    nummultirange numrange range_merge tsmultirange tsrange tstzmultirange tstzrange upper_inc upper_inf`,
  address: 'abbrev broadcast family host hostmask inet_merge inet_same_family masklen netmask network set_masklen',
  search: `phraseto_tsquery plainto_tsquery to_tsquery to_tsvector ts_headline ts_rank ts_rank_cd websearch_to_tsquery`,
  identifier: 'gen_random_uuid uuid_extract_timestamp uuid_extract_version uuidv4 uuidv7',
} as const;

const words = (text: string): string[] => text.trim().split(/\s+/);

export const allowedFunctions: ReadonlySet<string> = new Set(Object.values(byPurpose).flatMap(words));

/** Functions that are refused even where an adapter lists them: they would change the bound values of a run. */
export const neverAllowed: ReadonlySet<string> = new Set(['set_config']);

/** Types that a cast may name, without those that look up names in the catalogue (regclass and its kind). */
export const allowedTypes: ReadonlySet<string> = new Set(
  words(`bit bool boolean bpchar bytea char character cidr date datemultirange daterange decimal float4 float8 inet int int2 int4
    int4multirange int4range int8 int8multirange int8range integer interval json jsonb jsonpath macaddr macaddr8 money numeric
    nummultirange numrange smallint bigint real text time timestamp timestamptz timetz tsmultirange tsquery tsrange tstzmultirange
    tstzrange tsvector uuid varbit varchar xml point box circle line lseg path polygon`),
);

/** Operators of `pg_catalog`; a schema may have others of the same name for its own types. */
export const allowedOperators: ReadonlySet<string> = new Set(
  words(`!! !~ !~* !~~ !~~* # ## #- #> #>> % & && &< &<| &> * + - -> ->> -|- / < <-> << <<= <<| <= <> <@ <^ = > >= >> >>= >^ ? ?#
    ?& ?- ?-| ?| ?|| @ @-@ @> @? @@ ^ ^@ | |&> |/ |>> || ||/ ~ ~* ~= ~<=~ ~<~ ~>=~ ~>~ ~~ ~~*`),
);

/** Names that the grammar itself gives to expressions without an operator in the catalogue: BETWEEN, SIMILAR TO. */
export const grammarOperators: ReadonlySet<string> = new Set([
  'BETWEEN',
  'NOT BETWEEN',
  'BETWEEN SYMMETRIC',
  'NOT BETWEEN SYMMETRIC',
]);

/** Columns that functions of the list give their rows; `ordinality` comes from WITH ORDINALITY. */
export const functionColumns: ReadonlySet<string> = new Set([
  'key',
  'value',
  'lexeme',
  'positions',
  'weights',
  'ordinality',
]);
